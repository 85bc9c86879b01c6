/** Long enough for the browser to begin, however it asks where to put the file. */
const keptForMs = 60_000

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptForMs)
}
