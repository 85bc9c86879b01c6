import { type ExpenseCategory, expenseCategories } from '../../expenses/rules.ts'

/** Words of other programs' categories, in the order in which they decide. */
const patterns: [ExpenseCategory, RegExp][] = [
  ['Software', /software|subscription|hosting|domain|saas|cloud|website|apps?\b/],
  ['Marketing', /market|advertis|promotion|\bads?\b|\bpr\b/],
  ['Salaries', /salar|wage|payroll|contractor|subcontract|employee|staff|freelanc/],
  [
    'Travel',
    /travel|hotel|lodging|flight|airfare|\bcar\b|vehicle|fuel|gas(oline)? station|mileage|parking|taxi|train|meal|restaurant/,
  ],
  ['Rent', /\brent\b|rental of (?:premises|office)|\blease\b|office rent/],
  ['Utilities', /utilit|electric|water|heating|internet|phone|telephone|mobile|telecom|\bgas\b|energy/],
  ['Supplies', /suppl|stationery|office expense|equipment|hardware|material|printing|postage|computer/],
]

/** The category that a word of another program means, and whether it is the same word. */
export function categoryOf(text: string, own: readonly string[]): { category: string; isExact: boolean } {
  const folded = text.trim().toLowerCase()
  const same = [...own, ...expenseCategories].find((category) => category.toLowerCase() === folded)
  if (same) return { category: same, isExact: true }
  const found = patterns.find(([, pattern]) => pattern.test(folded))
  return { category: found?.[0] ?? 'Other', isExact: folded === '' }
}
