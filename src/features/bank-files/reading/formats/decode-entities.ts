const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Replaces &amp;, &#233; and the like. What is no entity stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (entity, hex, decimal, name) => {
      if (typeof name === 'string') return named[name.toLowerCase()] ?? entity
      const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
      return code >= 32 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' '
    },
  )
}
