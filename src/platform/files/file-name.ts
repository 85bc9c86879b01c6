import { toHeaderText } from '../mail/mail-address.ts'

const maxLength = 120

/** Makes a file name safe for a file system and a header: no path, leading dot or special characters. */
export function safeFileName(name: string | null, fallback = 'attachment'): string {
  const last = toHeaderText(name ?? '')
    .split(/[/\\]/)
    .at(-1)
  const cleaned = (last ?? '')
    .replaceAll(/[":*?<>|;%]/g, '_')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '')
  // A lone surrogate cannot be URL-encoded.
  return shorten(cleaned).toWellFormed() || fallback
}

/** Keeps the file extension. */
function shorten(name: string): string {
  if (name.length <= maxLength) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : ''
  return name.slice(0, maxLength - ending.length) + ending
}

/** Makes browsers save the file. The plain name is for clients that cannot read the encoded one. */
export function attachmentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\u0020-\u007e]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
