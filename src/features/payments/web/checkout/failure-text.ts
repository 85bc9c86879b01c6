import { bidiIsolate } from '../../../../shared/bidi-isolate.ts'

/** The message that stays on the page after a payment could not start. */
export function failureText(company: string): string {
  const text = `Nothing was charged. Please try again in a moment, or contact ${bidiIsolate(company)}`
  // A name such as "Mill & Co." already ends with a period.
  return company.endsWith('.') ? text : `${text}.`
}
