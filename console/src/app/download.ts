/** Saves what the service answered as a file. */
export function saveAs(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content by the time that other tasks run.
  setTimeout(() => URL.revokeObjectURL(url));
}
