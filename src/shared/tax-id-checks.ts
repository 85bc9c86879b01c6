// The check digits of tax numbers. Each function takes a number of the right form and says whether its digits fit together.

type Check = (number: string) => boolean

const digitsOf = (text: string) => Array.from(text, Number)

function weighted(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0)
}

/** Luhn, in any base: every second character from the right counts twice, and the digits of a product are added. */
function luhnSum(values: readonly number[], base: number): number {
  return values.toReversed().reduce((sum, value, index) => {
    const product = index % 2 === 0 ? value : value * 2
    return sum + Math.floor(product / base) + (product % base)
  }, 0)
}

export const luhn: Check = (number) => luhnSum(digitsOf(number), 10) % 10 === 0

const base36 = (number: string) => Array.from(number, (character) => Number.parseInt(character, 36))
export const luhn36: Check = (number) => luhnSum(base36(number), 36) % 36 === 0

/** ISO 7064, mod 11,10. */
export const mod11And10: Check = (number) => {
  const digits = digitsOf(number)
  const last = digits.pop()
  const product = digits.reduce((previous, digit) => (((digit + previous) % 10 || 10) * 2) % 11, 10)
  return (11 - product) % 10 === last
}

/** The weighted sum of all digits is a multiple of the modulus. */
const dividesInto =
  (modulus: number, weights: readonly number[]): Check =>
  (number) =>
    weighted(digitsOf(number), weights) % modulus === 0

/** The last digit follows from the weighted sum of the others. */
const lastDigit =
  (weights: readonly number[], toDigit: (sum: number) => number): Check =>
  (number) =>
    toDigit(weighted(digitsOf(number), weights)) === Number(number.at(-1))

/** The difference to the next multiple of 11. 10 is no digit, so no number has it. */
const to11 = (sum: number) => (11 - (sum % 11)) % 11

export const austria: Check = (number) =>
  (96 - luhnSum(digitsOf(number.slice(0, -1)), 10)) % 10 === Number(number.at(-1))
export const belgium: Check = (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8))
export const denmark = dividesInto(11, [2, 7, 6, 5, 4, 3, 2, 1])
export const estonia = lastDigit([3, 7, 1, 3, 7, 1, 3, 7], (sum) => (10 - (sum % 10)) % 10)
export const finland = lastDigit([7, 9, 10, 5, 8, 4, 2], to11)
/** Newer numbers begin with letters, and their rule is not public. */
export const france: Check = (number) =>
  !/^\d{11}$/.test(number) || (12 + 3 * (Number(number.slice(2)) % 97)) % 97 === Number(number.slice(0, 2))
export const greece = lastDigit([256, 128, 64, 32, 16, 8, 4, 2], (sum) => (sum % 11) % 10)
export const hungary = lastDigit([9, 7, 3, 1, 9, 7, 3], (sum) => (10 - (sum % 10)) % 10)
export const luxembourg: Check = (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6))
export const malta: Check = (number) =>
  37 - (weighted(digitsOf(number), [3, 4, 6, 7, 8, 9]) % 37) === Number(number.slice(6))
/** Numbers of companies end with their own digit; those of people since 2020 are checked with letters and all. */
export const netherlands: Check = (number) => {
  const ofCompany =
    weighted(digitsOf(number.slice(0, 8)), [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(number[8])
  const written = base36(`NL${number}`).join('')
  return ofCompany || BigInt(written) % 97n === 1n
}
export const poland = lastDigit([6, 5, 7, 2, 3, 4, 5, 6, 7], (sum) => sum % 11)
export const portugal = lastDigit([9, 8, 7, 6, 5, 4, 3, 2], (sum) => to11(sum) % 10)
export const romania: Check = (number) =>
  lastDigit([7, 5, 3, 2, 1, 7, 5, 3, 2], (sum) => ((sum * 10) % 11) % 10)(number.padStart(10, '0'))
export const slovakia: Check = (number) => Number(number) % 11 === 0
export const slovenia = lastDigit([8, 7, 6, 5, 4, 3, 2], (sum) => to11(sum) % 10)
/** The registration number of a company or person, and two digits after it. */
export const sweden: Check = (number) => luhn(number.slice(0, 10))

/** Departments of government and health have short numbers without a check digit. */
export const unitedKingdom: Check = (number) =>
  !/^\d{9}/.test(number) ||
  [0, 42, 55].includes(weighted(digitsOf(number), [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97)
export const switzerland = lastDigit([5, 4, 3, 2, 7, 6, 5, 4], to11)
export const norway = lastDigit([3, 2, 7, 6, 5, 4, 3, 2], to11)
export const australia: Check = (number) => {
  const [first = 0, ...others] = digitsOf(number)
  return weighted([first - 1, ...others], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0
}
export const canada: Check = (number) => luhn(number.slice(0, 9))
export const korea: Check = (number) => {
  const digits = digitsOf(number)
  const carried = Math.floor(((digits[8] ?? 0) * 5) / 10)
  const sum = weighted(digits, [1, 3, 7, 1, 3, 7, 1, 3, 5]) + carried
  return (10 - (sum % 10)) % 10 === digits[9]
}
/** Letters count too, by their place in ASCII after "0". */
export const brazil: Check = (number) => {
  const values = Array.from(number, (character) => (character.codePointAt(0) ?? 0) - 48)
  const digit = (length: number) => {
    const weights = Array.from({ length }, (_, index) => ((length - 1 - index) % 8) + 2)
    return to11(weighted(values, weights)) % 10
  }
  return digit(12) === values[12] && digit(13) === values[13]
}
