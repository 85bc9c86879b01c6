import type { TextLine } from '../../../platform/ocr/picture.ts'
import { type TextModels, readLine } from '../../../platform/ocr/read-text.ts'
import { fold } from './fold.ts'
import { labelOf } from './label-of.ts'
import { layOut } from './lay-out.ts'
import type { UprightPage } from './turn-upright.ts'

/** How many lines are read by both models. Each takes about as long as reading it the first time. */
const maxDoubleChecked = 16

/** Reads the lines of a page. Those that decide about amounts and dates are read by a second model too. */
export async function readLines(
  models: TextModels,
  { picture, quads, read }: UprightPage,
): Promise<TextLine[]> {
  const lines: TextLine[] = []
  for (const quad of quads) {
    const line = read.get(quad) ?? (await readLine(models.latin, picture, quad))
    if (line.text.trim() !== '') lines.push(line)
  }
  for (const line of chooseDecisive(lines)) {
    lines[lines.indexOf(line)] = combine(line, await readLine(models.english, picture, line.quad))
  }
  return lines
}

/** Lines with amounts in rows about money, and lines with dates, the least certain first. */
function chooseDecisive(lines: readonly TextLine[]): TextLine[] {
  const decisive = new Set<TextLine>()
  for (const row of layOut([lines]).rows) {
    const label = labelOf(row.text)
    const isAboutMoney = !['none', 'heading', 'count', 'saving', 'tip'].includes(label)
    for (const { text, quad } of row.cells) {
      const isDate =
        /\d\s?[-./]\s?\w{1,9}\s?[-./]\s?\d{2}|date/i.test(text) || /\d\s?[A-Za-z]{3,9}[\s,.]*\d{2}/.test(text)
      const isAmount = isAboutMoney && /\d/.test(text)
      if (isDate || isAmount) decisive.add(lines.find((line) => line.quad === quad)!)
    }
  }
  return [...decisive].toSorted((a, b) => certainty(a) - certainty(b)).slice(0, maxDoubleChecked)
}

/** The confidence of the least certain digit. */
function certainty({ text, characters }: TextLine): number {
  return Math.min(1, ...characters.filter((_, index) => /\d/.test(text[index] ?? '')))
}

/** Keeps the better reading, and notes whether both have the same digits. */
function combine(first: TextLine, second: TextLine): TextLine {
  const [one, other] = [digitsOf(first.text), digitsOf(second.text)]
  if (one === other) return { ...first, isConfirmed: true }
  // The second model drops accents, spaces and signs of currencies. A text that is much shorter lost more than that.
  const isShort = fold(second.text).length < fold(first.text).length - 2
  const better = wellFormed(second.text) - wellFormed(first.text) || certainty(second) - certainty(first)
  const kept = better > 0 && !isShort ? second : first
  // One that only lost a digit at an end does not contradict the other.
  return one.includes(other) || other.includes(one) ? kept : { ...kept, isConfirmed: false }
}

const digitsOf = (text: string) => text.replaceAll(/[^0-9]/g, '')

/** How many whole dates and amounts a text has. */
function wellFormed(text: string): number {
  return [...text.matchAll(/\d{1,2}[-./]\d{1,2}[-./](?:20)?\d{2}(?!\d)|\d[.,]\d{2}(?!\d)/g)].length
}
