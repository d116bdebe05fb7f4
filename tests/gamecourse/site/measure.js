// All slides of a deck, all their fragments shown: what is cut, too small or not drawn, and what the figure takes.
() => {
    const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });

    /** Letters of less than 20 px on a canvas of 720, in a widget's words of less than 24; but not signs on pieces. */
    function small(slide, scale) {
        const found = new Map(), walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const text = walker.currentNode.data.trim(), parent = walker.currentNode.parentElement;
            if (!text || !seen(parent) || parent.closest("aside, mjx-container, script, style, title, desc")) continue;
            const size = parseFloat(getComputedStyle(parent).fontSize), matrix = parent.closest("svg") && parent.getScreenCTM();
            const px = matrix ? size * Math.hypot(matrix.b, matrix.d) / scale : size * parent.currentCSSZoom;
            if (px < (!matrix && parent.closest(".gl") ? 23.5 : 19.5) && !(matrix && /^[Ea-h1-9]$/.test(text)))
                found.set(`${Math.round(px)} px${matrix ? " in a picture" : ""}`, text.slice(0, 24));
        }
        return [...found].map(([px, text]) => `${px}: ${text}`);
    }

    function share(slide, scale) {
        const areas = [...slide.querySelectorAll(".box")].filter(seen).map((box) => {
            if (box.dataset.kind === "picture") {
                const image = box.querySelector("img");
                const size = scale * Math.min(box.clientWidth / image.naturalWidth, box.clientHeight / image.naturalHeight);
                return image.naturalWidth * image.naturalHeight * size * size;
            }
            const parts = box.querySelectorAll(box.dataset.kind === "widget" ? ".gl-picture" : ".fit");
            return [...parts].reduce((sum, one) => sum + one.getBoundingClientRect().width * one.getBoundingClientRect().height, 0);
        });
        return areas.length ? Math.max(...areas) / (innerWidth * innerHeight) : null;
    }

    return Reveal.getHorizontalSlides().map((slide, number) => {
        Reveal.slide(number);
        while (Reveal.nextFragment()) { /* all of them */ }
        const scale = Reveal.getScale(), faults = small(slide, scale);
        for (const one of slide.querySelectorAll(".body, .box, .words, .frame"))
            if (one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2) faults.push(`cut: ${one.className}`);
        for (const one of slide.querySelectorAll("[data-stage]"))
            if (!one.querySelector(".gl[data-drawn]")) faults.push("not drawn");
        for (const one of slide.querySelectorAll("img"))
            if (!one.alt || !one.naturalWidth) faults.push("no picture, or no words");
        if (/\$[^$]+\$/.test(slide.innerText)) faults.push("maths");
        return { number, faults, share: share(slide, scale) };
    });
}
