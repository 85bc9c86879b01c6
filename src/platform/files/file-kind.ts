interface FileKind {
  contentType: string
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'application/pdf': 'pdf',
}

/** What a file is, by its content alone: a name can say anything. Undefined if it can be no receipt. */
export function kindOf(bytes: Uint8Array): FileKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return { contentType: 'image/jpeg' }
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return { contentType: 'image/png' }
  if (/^GIF8[79]a/.test(head)) return { contentType: 'image/gif' }
  if (/^RIFF[^]{4}WEBP/.test(head)) return { contentType: 'image/webp' }
  const picture = pictureOfBrand(head)
  if (picture) return { contentType: picture }
  // Readers accept a PDF that begins a little later, and so do we.
  if (head.includes('%PDF-')) return { contentType: 'application/pdf' }
  return undefined
}

/** Pictures in the container of MP4: its first box names the brand, and others that it conforms to. */
function pictureOfBrand(head: string): string | undefined {
  const [, brand = ''] = /^[^]{4}ftyp([^]{4})/.exec(head) ?? []
  if (['heic', 'heix', 'hevc'].includes(brand)) return 'image/heic'
  return ['mif1', 'msf1'].includes(brand) ? 'image/heif' : undefined
}

/** The usual ending of a name, without a dot. */
export function endingOf(contentType: string): string {
  return endings[contentType] ?? 'bin'
}
