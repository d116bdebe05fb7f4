// What is wrong with the slide that is shown, after a button of one of its widgets was pressed: in words, [] if nothing.
() => {
    const slide = Reveal.getCurrentSlide(), faults = [];
    const over = (one) => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2;
    for (const one of slide.querySelectorAll(".frame, .body, .figures, .box, .words"))
        if (over(one)) faults.push(`${one.className} overflows by ${one.scrollHeight - one.clientHeight} px`);
    const frame = slide.querySelector(".frame").getBoundingClientRect();
    for (const button of slide.querySelectorAll(".box:not(.bare) .gl button, .box:not(.bare) .gl input")) {
        if (!button.checkVisibility({ visibilityProperty: true })) continue;
        const box = button.getBoundingClientRect(), [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        const name = button.textContent || button.type;
        if (box.bottom > frame.bottom || box.right > frame.right || box.top < frame.top) faults.push(`${name} is outside`);
        else if (!button.contains(document.elementFromPoint(x, y))) faults.push(`${name} cannot be pressed`);
    }
    return faults;
}
