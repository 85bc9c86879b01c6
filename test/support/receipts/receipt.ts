/** What a receipt says. Null where it says nothing, or where it cannot be read. */
export interface Truth {
  merchant: string | null
  /** As in 2026-01-31. */
  date: string | null
  /** A decimal number with the decimals of its currency, as in 27.55. */
  total: string | null
  tax: string | null
  currency: string | null
}

export interface Cell {
  text: string
  /** From 0, the left edge of the text, to 1, its right edge. */
  at: number
  align: 'left' | 'center' | 'right'
}

/** Which part of a receipt a line belongs to. Damage hides whole parts. */
export type Part = 'head' | 'date' | 'items' | 'sums' | 'foot'

export interface TextLine {
  cells: Cell[]
  part: Part
  size: 'normal' | 'tall' | 'double'
  bold: boolean
}

export type Line =
  | TextLine
  | { rule: string; part: Part }
  | { gap: number; part: Part }
  | { bars: string; part: Part }

/** An amount on a receipt, in minor units, with its rates of tax. */
export interface Item {
  name: string
  amount: number
  /** The code of its rate, as in A. */
  rate: string
  detail: string | null
}

export interface Rate {
  code: string
  percent: number
  label: string
}

export interface Tax {
  rate: Rate
  /** Minor units, without tax where tax is added, else with it. */
  base: number
  tax: number
}

/** How the amounts of a receipt hang together, in minor units. */
export interface Sums {
  items: Item[]
  service: number
  subtotal: number
  taxes: Tax[]
  taxIsAdded: boolean
  tip: number
  rounding: number
  total: number
  paid: number
}

type Options = Partial<Pick<TextLine, 'size' | 'bold'>>

export function center(part: Part, text: string, { size = 'normal', bold = false }: Options = {}): TextLine {
  return { cells: [{ text, at: 0.5, align: 'center' }], part, size, bold }
}

export function left(part: Part, text: string, { size = 'normal', bold = false }: Options = {}): TextLine {
  return { cells: [{ text, at: 0, align: 'left' }], part, size, bold }
}

export function pair(
  part: Part,
  text: string,
  amount: string,
  { size = 'normal', bold = false }: Options = {},
): TextLine {
  const cells: Cell[] = [
    { text, at: 0, align: 'left' },
    { text: amount, at: 1, align: 'right' },
  ]
  return { cells, part, size, bold }
}

/** A row of a table: the first cell to the left, the others end at equal distances. */
export function row(part: Part, texts: readonly string[]): TextLine {
  const cells = texts.map((text, n): Cell =>
    n === 0 ? { text, at: 0, align: 'left' } : { text, at: (n + 1) / texts.length, align: 'right' },
  )
  return { cells, part, size: 'normal', bold: false }
}

/** Minor units as a decimal number with a point, as in 27.55. */
export function decimal(amount: number, decimals: number): string {
  return (amount / 10 ** decimals).toFixed(decimals)
}

export function textOf(line: Line): string {
  return 'cells' in line ? line.cells.map(({ text }) => text).join(' ') : ''
}
