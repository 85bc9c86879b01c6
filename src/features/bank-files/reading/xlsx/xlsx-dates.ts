/** Formats of Excel that show dates, besides those that a workbook defines. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a number format shows a day. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id)
  const letters = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|_.|General/gi, '')
  return /[yd]/i.test(letters) || (/m/i.test(letters) && !/[hs]/i.test(letters))
}

const dayLength = 86_400_000

/** The day of a serial number. Null if no calendar has it. Excel counts February 29, 1900, which was no day. */
export function dayOfSerial(serial: number, isFrom1904: boolean): string | null {
  if (!(serial >= 1 && serial < 80_000)) return null
  const start = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  return new Date(start + Math.floor(serial) * dayLength).toISOString().slice(0, 10)
}

/** A stored number as plain text. Excel keeps 15 digits; what is beyond them is noise of floating point. */
export function numberText(value: string): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  const rounded = Number(number.toPrecision(15))
  const text = Number.isInteger(rounded) ? BigInt(rounded).toString() : rounded.toFixed(10).replace(/0+$/, '')
  // Three decimals would look like thousands.
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}
