// The version of the page that runs.

/** The path of the page's script, whose name has a mark of its content. */
export const script = new URL(
  document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "",
  location.href,
).pathname;

/** That mark, eight characters; empty in a page that was not built. */
export const version = /-([\w-]{8})\.js$/.exec(script)?.[1] ?? "";
