import { bidiIsolate } from '../../../../shared/bidi-isolate.ts'

/** What stays on the page after a payment could not begin: whether money was taken, and what to do. */
export function failureText(company: string): string {
  const words = `Nothing was charged. Please try again in a moment, or contact ${bidiIsolate(company)}`
  // A name such as "Mill & Co." ends the sentence itself.
  return company.endsWith('.') ? words : `${words}.`
}
