/** What the code page has at 0x80 to 0x9F. The rest of it is Latin-1. */
const special =
  '\u20ac\0\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\0\u017d\0\0\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\0\u017e\u0178'
const codes = new Map(
  Array.from(special).flatMap((letter, index) => (letter === '\0' ? [] : [[letter, 0x80 + index]])),
)

/** Writes a text in the code page of Windows. Letters that it does not have lose their marks or become a question mark. */
export function toWindowsText(text: string): Uint8Array {
  return Uint8Array.from(
    Array.from(text.normalize('NFC')).flatMap((letter) => byteOf(letter) ?? plain(letter)),
  )
}

const decoder = new TextDecoder('windows-1252')

/** The same as a text, to be cut to so many letters: some become two. */
export const inWindowsLetters = (text: string): string => decoder.decode(toWindowsText(text))

function byteOf(letter: string): number | undefined {
  const code = letter.codePointAt(0) ?? 0
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : codes.get(letter)
}

const plain = (letter: string) =>
  Array.from(letter.normalize('NFKD').replaceAll(/\p{Mark}/gu, '')).map((part) => byteOf(part) ?? 0x3f)
