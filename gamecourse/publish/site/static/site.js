// The stage follows the theme of the page, which furo keeps on its body; what can be scrolled can be reached by keys.
(() => {
  const body = document.body;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const theme = body.dataset.theme ?? "auto";
    body.dataset.jpThemeLight = String(!(theme === "dark" || (theme === "auto" && dark.matches)));
  };
  follow();
  new MutationObserver(follow).observe(body, { attributeFilter: ["data-theme"] });
  dark.addEventListener("change", follow);

  const reach = () => {
    for (const one of document.querySelectorAll("pre, .table-wrapper, .text_html, div.math")) {
      if (one.scrollWidth > one.clientWidth + 1) one.tabIndex = 0;
      else one.removeAttribute("tabindex");
    }
  };
  addEventListener("load", reach);
  addEventListener("resize", reach);
  document.addEventListener("toggle", reach, true);
})();
