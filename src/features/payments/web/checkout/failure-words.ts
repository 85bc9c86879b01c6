import { isolated } from '../../../../shared/isolated.ts'

/** What stays on the page after a payment could not begin: whether money was taken, and what to do. */
export function failureWords(company: string): string {
  const words = `Nothing was charged. Please try again in a moment, or contact ${isolated(company)}`
  // A name such as "Mill & Co." ends the sentence itself.
  return company.endsWith('.') ? words : `${words}.`
}
