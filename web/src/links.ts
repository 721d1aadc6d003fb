// Links of a page that are followed without loading it anew.

/** Calls `show` with the address of each link that is clicked and whose path `isOurs`. */
export function followLinks(isOurs: (path: string) => boolean, show: (url: URL) => void): void {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.target !== "" || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.hash !== "" || !isOurs(url.pathname)) return;
    event.preventDefault();
    show(url);
  });
}
