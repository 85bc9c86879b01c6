/** What a worksheet of Excel can hold. */
export const maxSheetRows = 1_048_576
const maxCellLength = 32_767
const maxNameLength = 31

const forbidden = /[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Leaves out what XML forbids. */
export function escapeXml(text: string): string {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** A text too long for a cell is cut, because Excel would call the file damaged. */
function cellText(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n')
  // Excel reads _x0041_ as the character with that code.
  return escapeXml(cut(lines, maxCellLength)).replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
}

/** Never cuts a character in two. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\u{d800}-\u{dbff}]$/u, '')
}

/** 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26) - 1
  return (rest < 0 ? '' : columnLetters(rest)) + String.fromCharCode(65 + (index % 26))
}

/** A text is typed as one, so no program runs it as a formula. */
export function textCell(reference: string, style: number, text: string): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`
}

export function numberCell(reference: string, style: number, decimal: string): string {
  return `<c r="${reference}" s="${style}"><v>${decimal}</v></c>`
}

/** A name that Excel accepts, and that no other sheet of the workbook has. */
export function sheetNameFor(name: string, others: readonly string[]): string {
  const plain = name.replaceAll(/[[\]:*?/\\\p{Cc}\s]+/gu, ' ').replaceAll(forbidden, '')
  const isTaken = (wanted: string) =>
    // Excel reserves this name.
    [...others, 'History'].some((other) => other.toLowerCase() === wanted.toLowerCase())
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`
    const base = cut(plain, maxNameLength - suffix.length).replaceAll(/^['\s]+|['\s]+$/g, '')
    const wanted = (base || 'Sheet') + suffix
    if (!isTaken(wanted)) return wanted
  }
}
