import type { FileTransaction, Question } from '../bank-file.ts'
import { findDecimalMark, readAmount, type DecimalMark } from './amount-rules.ts'

/** Decides from all amounts what separates decimals, or asks where 1,234 is all there is. */
export function settleDecimals(
  amounts: string[],
  chosen: DecimalMark | undefined,
  sampleOf: (mark: DecimalMark) => FileTransaction[],
): { mark: DecimalMark; questions: Question[] } {
  if (chosen) return { mark: chosen, questions: [] }
  const found = findDecimalMark(amounts)
  if (found !== 'ambiguous') return { mark: found ?? '.', questions: [] }
  const example = amounts.find((amount) => /[.,]/.test(amount)) ?? ''
  // Three decimals are rare, so a separator before three digits is likelier that of thousands.
  const marks: [DecimalMark, DecimalMark] = example.includes(',') ? ['.', ','] : [',', '.']
  const readings = marks.map((decimals) => ({
    text: `${example} is ${readAmount(example, decimals) ?? example}`,
    choices: { decimals },
    sample: sampleOf(decimals),
  }))
  return { mark: marks[0], questions: [{ about: 'decimals', readings }] }
}
