import { areNamesAlike, namesOf } from '../../receipts/filing/merchant-alike-rules.ts'

const letters: Record<string, string> = {
  æ: 'a',
  ø: 'o',
  œ: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const cyrillic = 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ'
const latin = 'a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch  y  e yu ya i i ye g'.split(' ')
for (const [index, letter] of Array.from(cyrillic).entries()) letters[letter] = latin[index] ?? ''

const ownLetters = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** Banks write ä as a or as ae, and other scripts in Latin letters. Here each name has one form. */
function inPlainLetters(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(ownLetters, (letter) => letters[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=[aou])e/g, '')
}

/** The words that name a client or payer. */
export function nameOf(text: string): string[] {
  return namesOf(inPlainLetters(text))
}

/** Finds who is named in a text, among many, without comparing it with each. */
export interface NameIndex {
  find(name: readonly string[]): string[]
}

const startOf = (word: string) => word.slice(0, 2)

export function indexNames(names: ReadonlyMap<string, string>): NameIndex {
  const entries = [...names].map(([key, text]) => ({ key, name: nameOf(text) }))
  const byStart = new Map<string, Set<(typeof entries)[number]>>()
  for (const entry of entries) {
    for (const word of entry.name) {
      const start = startOf(word)
      byStart.set(start, (byStart.get(start) ?? new Set()).add(entry))
    }
  }
  return {
    find(name) {
      const near = new Set(name.flatMap((word) => [...(byStart.get(startOf(word)) ?? [])]))
      return [...near].filter((entry) => areNamesAlike(entry.name, name)).map(({ key }) => key)
    },
  }
}
