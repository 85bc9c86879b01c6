import { z } from 'zod'

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

export function text(max: number, lineBreaks = max) {
  return z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters.`)
    .refine(
      (value) => (value.match(lineBreak)?.length ?? 0) <= lineBreaks,
      `Please use at most ${lineBreaks} line breaks.`,
    )
}

export function requiredText(max: number, message: string, lineBreaks = max) {
  return text(max, lineBreaks).min(1, message)
}

export function emailOf(whose: string) {
  return z
    .string()
    .trim()
    .toLowerCase()
    .min(1, `Please enter ${whose} email address.`)
    .max(254, 'This email address is too long.')
    .pipe(z.email('Please enter a valid email address.'))
}
