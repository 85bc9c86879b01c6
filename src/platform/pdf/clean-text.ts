/** Signs of amounts that the main face lacks, and its own that mean the same. */
const ownSigns: Record<string, string> = { '\uffe5': '¥', '\uffe6': '₩', '\u2212': '-' }

/** For drawing: NFC, \n, no control characters, and no overrides (which could make $1.00 read $00.1). */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\u1680\u2000-\u2006\u2008-\u200a\u205f]/g, ' ')
    .replace(/[\u2007\u202f]/g, '\u00a0')
    .replace(/[\uffe5\uffe6\u2212]/g, (sign) => ownSigns[sign] ?? sign)
    .replace(/[^\P{Cc}\n]|\p{Cs}|[\u00ad\u200b\u2060\u202a-\u202e\ufeff\ufff9-\ufffb]/gu, '')
    .trimEnd()
}

/** Puts the text on one line, for a title. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}
