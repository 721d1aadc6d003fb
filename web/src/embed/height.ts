// Tells the page around the frame how high its content is. `/embed.js`, or three lines of that page's own,
// set the height of the frame by it.

/** Posts `{ damcast: "height", height }`, in CSS pixels, now and whenever it changes. */
export function tellHeight(): void {
  if (parent === window) return;
  const tell = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    // The height is no secret: any page may frame this one.
    parent.postMessage({ damcast: "height", height }, "*");
  };
  new ResizeObserver(tell).observe(document.documentElement);
}
