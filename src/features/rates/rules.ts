/** Returns what is wrong with a rate in decimal text, such as 1.0843. */
export function rateProblem(text: string): string | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return noNumber('en-US')
  if (sign !== '' || !/[1-9]/.test(whole + fraction)) return 'The rate must be more than 0.'
  if (whole.length > 12 || fraction.length > 12) {
    return 'Please use at most 12 digits before the decimal point and 12 after it.'
  }
  return null
}

function noNumber(locale: string): string {
  const example = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(1.0843)
  return `Please enter a number such as ${example}.`
}

const spaces = /[\s\u00a0\u202f\u2009'’]/g

/**
 * Reads a rate as people type it: 1.0843 and 1,0843 are the same. What the reader's number format could also mean as
 * thousands is refused, because 1,084 and 1.084 differ by a factor of a thousand.
 */
export function readTypedRate(
  text: string,
  locale: string,
): { rate: string; problem?: never } | { rate?: never; problem: string } {
  const typed = text.replace(spaces, '')
  const [, whole = '', separator = '', fraction = ''] = /^(-?\d+)(?:([.,])(\d*))?$/.exec(typed) ?? []
  if (whole === '') {
    const grouped = /^(\d{1,3})((?:,\d{3})+)(?:\.(\d+))?$|^(\d{1,3})((?:\.\d{3})+)(?:,(\d+))?$/.exec(typed)
    if (!grouped) return { problem: noNumber(locale) }
    const [, first, groups, decimals = ''] = grouped[1] === undefined ? grouped.slice(3) : grouped
    return checked(`${first}${groups?.replace(/[.,]/g, '')}${decimals && `.${decimals}`}`)
  }
  if (separator === groupOf(locale) && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) {
    const decimal = `${whole}${separator === '.' ? ',' : '.'}${fraction}`
    return {
      problem: `“${typed}” could mean ${whole}${fraction} or ${decimal}. Please write the one you mean.`,
    }
  }
  return checked(fraction === '' ? whole : `${whole}.${fraction}`)
}

function checked(rate: string): { rate: string } | { problem: string } {
  const problem = rateProblem(rate)
  return problem === null ? { rate } : { problem }
}

function groupOf(locale: string): string | undefined {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234)
  return parts.find(({ type }) => type === 'group')?.value
}
