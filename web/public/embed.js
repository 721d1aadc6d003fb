// Keeps frames of live boards as high as their content. For pages of others:
// <iframe src="https://HOST/embed/VENUE/TOURNAMENT" style="border:0;width:100%"></iframe>
// <script src="https://HOST/embed.js" async></script>
addEventListener("message", ({ data, origin, source }) => {
  if (data?.damcast !== "height" || !(data.height > 0)) return;
  for (const frame of document.querySelectorAll("iframe")) {
    // Only the frame that told its height, and only one of these boards.
    if (frame.contentWindow !== source || new URL(frame.src).origin !== origin) continue;
    frame.style.height = `${data.height}px`;
  }
});
