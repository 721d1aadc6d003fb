// A proxy before the services that has a newer version of the tablet's page when it is asked to.

import { createServer, request } from "node:http";

const PAGE = "/tablet";
/** The beginning of the name of every script in the newer version: each has its content in its name. */
export const NEWER = "/assets/newer-";

export class NewerPage {
  /** True once the newer version is there. */
  isNewer = false;

  /** Stands before a port of this machine. Ends with the process. */
  static async before(port) {
    const proxy = new NewerPage();
    const server = createServer((asked, answer) => proxy.#pass(asked, answer, port));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    server.unref();
    proxy.address = `http://127.0.0.1:${server.address().port}`;
    return proxy;
  }

  #pass(asked, answer, port) {
    const path = asked.url.replace(NEWER, "/assets/");
    const isChanged = this.isNewer && (path === PAGE || path.endsWith(".js"));
    const headers = { ...asked.headers };
    // An answer that is changed on its way has to be whole, and plain text.
    if (isChanged) {
      for (const name of ["accept-encoding", "if-none-match", "if-modified-since"]) {
        delete headers[name];
      }
    }
    const onward = request({ port, host: "127.0.0.1", path, method: asked.method, headers });
    asked.pipe(onward);
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    onward.on("response", async (told) => {
      if (!isChanged) {
        answer.writeHead(told.statusCode, told.headers);
        answer.flushHeaders();
        told.pipe(answer);
        return;
      }
      const text = (await told.setEncoding("utf8").toArray()).join("");
      const { "content-length": _length, ...rest } = told.headers;
      answer.writeHead(told.statusCode, rest);
      answer.end(text.replace(/(?<=["'`](?:\.|\/?assets)\/)(?=[\w-]+\.js["'`])/g, "newer-"));
    });
  }
}
