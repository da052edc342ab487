/** Rejects if the browser does not let the page copy. Without https there is no clipboard, and the older API is used. */
export async function copyText(text: string): Promise<void> {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard) return clipboard.writeText(text);
  const write = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
  };
  document.addEventListener("copy", write);
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", write);
  if (!isCopied) throw new Error("The browser does not let this page copy.");
}
