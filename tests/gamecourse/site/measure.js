// All slides of a deck in all their states: what is blank, cut, too small, larger than the heading or not drawn, and what
// the figure takes.
() => {
    const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });

    /** The letters that are seen on a slide, each text with the element around it and its size on a canvas of 720 px. */
    function texts(slide, scale) {
        const found = [], walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const text = walker.currentNode.data.trim(), parent = walker.currentNode.parentElement;
            if (!text || !seen(parent) || parent.closest("aside, mjx-container, script, style, title, desc")) continue;
            const size = parseFloat(getComputedStyle(parent).fontSize), matrix = parent.closest("svg") && parent.getScreenCTM();
            found.push({ text, parent, drawn: !!matrix, px: matrix ? size * Math.hypot(matrix.b, matrix.d) / scale : size * parent.currentCSSZoom });
        }
        return found;
    }

    /** How large a letter must be: in what is drawn 18 px, in a widget's words 24, elsewhere 20; on 4:3 in what is drawn 14,
     * in tables and code 18. */
    function least(parent, drawn) {
        const narrow = innerWidth / innerHeight < 1.5;
        if (drawn) return narrow ? 13.5 : 17.5;
        if (parent.closest(".gl")) return 23.5;
        return narrow ? 17.5 : 19.5;
    }

    /** Letters that are too small; but not signs on pieces, and no exponents. */
    function small(letters) {
        const found = new Map();
        for (const { text, parent, drawn, px } of letters)
            if (px < least(parent, drawn) && !(drawn && /^[Ea-h0-9−]$/.test(text)))
                found.set(`${Math.round(px)} px${drawn ? " in a picture" : ""}`, text.slice(0, 24));
        return [...found].map(([px, text]) => `${px}: ${text}`);
    }

    /** Words that are as large as the heading; only numbers on cards may be. */
    function large(slide, letters) {
        const heading = parseFloat(getComputedStyle(slide.querySelector("h2")).fontSize);
        return letters
            .filter(({ parent, drawn, px }) => !drawn && parent.closest(".body") && !parent.closest(".numbers") && px > 0.95 * heading)
            .map(({ text, px }) => `as large as the heading, ${Math.round(px)} px: ${text.slice(0, 24)}`);
    }

    /** Whether the class has anything to look at below the heading. */
    function blank(slide) {
        const body = slide.querySelector(".body");
        return ![...body.querySelectorAll("p, li, td, th, pre, svg, .before, .gl-picture, .numbers span, mjx-container")].some((one) => {
            const { width, height } = one.getBoundingClientRect();
            return seen(one) && width * height > 0 && (one.matches("svg, .before, .waits") || one.innerText?.trim() || one.querySelector("svg"));
        });
    }

    /** What the figures take of the screen; of a board and the table beside it, both. */
    function share(slide, scale) {
        const areas = [...slide.querySelectorAll(".box")].filter(seen).map((box) => {
            if (box.dataset.kind === "picture") {
                const { width, height } = box.querySelector(".fit svg").viewBox.baseVal;
                const size = scale * Math.min(box.clientWidth / width, box.clientHeight / height);
                return width * height * size * size;
            }
            const parts = box.querySelectorAll(box.dataset.kind === "widget" ? ".gl-picture" : ".fit");
            return [...parts].reduce((sum, one) => sum + one.getBoundingClientRect().width * one.getBoundingClientRect().height, 0);
        });
        return areas.length ? areas.reduce((sum, area) => sum + area, 0) / (innerWidth * innerHeight) : null;
    }

    return [...document.querySelectorAll(".slides section:not(.stack)")].map((slide) => {
        const { h, v } = Reveal.getIndices(slide);
        Reveal.slide(h, v ?? 0, -1);
        const scale = Reveal.getScale(), faults = [], hasBody = !!slide.querySelector(".body");
        const name = slide.querySelector("h2").innerText;
        let press = 0;
        do {
            if (hasBody && blank(slide)) faults.push(`blank after ${press} presses`);
            press += 1;
        } while (Reveal.availableFragments().next && Reveal.nextFragment());
        const letters = texts(slide, scale);
        faults.push(...small(letters), ...(hasBody ? large(slide, letters) : []));
        for (const one of slide.querySelectorAll(".body, .box, .words, .frame"))
            if (one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2) faults.push(`cut: ${one.className}`);
        for (const one of slide.querySelectorAll("[data-stage]"))
            if (!one.querySelector(".gl[data-drawn]")) faults.push("not drawn");
        for (const one of slide.querySelectorAll("img"))
            if (!one.alt || !one.naturalWidth) faults.push("no picture, or no words");
        for (const one of slide.querySelectorAll(".box.picture .fit svg"))
            if (!one.getAttribute("aria-label")) faults.push("a picture without words");
        if (/\$[^$]+\$/.test(slide.innerText)) faults.push("maths");
        return { number: `${h}.${v ?? 0} ${name}`, faults, share: share(slide, scale) };
    });
}
