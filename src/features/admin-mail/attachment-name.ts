import { toHeaderText } from '../../platform/mail/mail-address.ts'

const longest = 120

/** A name that somebody else chose, made fit for a file and a header: no path, nothing hidden, nothing that a system reads. */
export function safeFileName(name: string | null): string {
  const last = toHeaderText(name ?? '')
    .split(/[/\\]/)
    .at(-1)
  const cleaned = (last ?? '')
    .replaceAll(/[":*?<>|;%]/g, '_')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '')
  // Half a letter cannot be written into an address.
  return shorten(cleaned).toWellFormed() || 'attachment'
}

/** Keeps the ending: it says what the file is. */
function shorten(name: string): string {
  if (name.length <= longest) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : ''
  return name.slice(0, longest - ending.length) + ending
}

/** To be saved, never shown. The plain form is for programs that do not read the second. */
export function savedAs(name: string): string {
  const plain = name.replaceAll(/[^\u0020-\u007e]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
