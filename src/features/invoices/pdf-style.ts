import { letter } from '../../platform/pdf/pdf-document.ts'

export const sheet = {
  left: 48,
  right: letter.width - 48,
  width: letter.width - 2 * 48,
  top: 48,
  bottom: letter.height - 60,
  footer: letter.height - 42,
} as const

/** The column on the right, for facts and sums. */
export const side = { x: sheet.right - 224, width: 224 } as const

export const colors = {
  ink: '#172625',
  muted: '#566664',
  accent: '#0d5f5a',
  tint: '#eef5f4',
  line: '#d9e2e1',
  paid: '#15703f',
  overdue: '#b3261e',
} as const

export const sizes = { small: 8, text: 9.5, name: 11, title: 24 } as const
