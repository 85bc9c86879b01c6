import { type Country, europeanUnion } from './countries.ts'
import * as checks from './tax-id-checks.ts'

export const maxTaxIdLength = 40

/** How a kind of tax number is written. */
interface TaxIdForm {
  label: string
  /** What stands before the number. It may be left out when the number is typed. */
  prefix?: string
  /** The number without its prefix, in upper case and without spaces, dots, dashes and slashes. */
  pattern: RegExp
  check?: (number: string) => boolean
  /** Writes such a number in the customary way; without it, the number follows its prefix. */
  write?: (number: string) => string
  example: string
}

function vat(
  prefix: string,
  pattern: RegExp,
  example: string,
  rest: Partial<Pick<TaxIdForm, 'check' | 'write'>> = {},
): TaxIdForm {
  return { label: 'VAT number', prefix, pattern, example, ...rest }
}

/** Puts a number into groups: "51824753556" with "## ### ### ###". */
const inGroups = (groups: string) => (number: string) => {
  let next = 0
  return groups.replaceAll('#', () => number.charAt(next++))
}

/** A number that some businesses have instead of the first one; it stands on invoices under its own name. */
const germanTaxNumber: TaxIdForm = {
  label: 'Tax number',
  pattern: /^\d{10,11}$/,
  write: (number) => inGroups(number.length === 10 ? '##/###/#####' : '###/###/#####')(number),
  example: '12/345/67890',
}
const siret: TaxIdForm = {
  label: 'SIRET',
  pattern: /^\d{14}$/,
  write: inGroups('### ### ### #####'),
  example: '123 456 782 00011',
}
const codiceFiscale: TaxIdForm = {
  label: 'Codice fiscale',
  pattern: /^[A-Z]{6}[\dL-V]{2}[A-EHLMPRST][\dL-V]{2}[A-Z][\dL-V]{3}[A-Z]$/,
  example: 'RSSMRA85T10A562S',
}
const hungarianTaxNumber: TaxIdForm = {
  label: 'Tax number',
  pattern: /^\d{8}[1-5]\d{2}$/,
  write: inGroups('########-#-##'),
  example: '12345676-1-42',
}

const british = {
  pattern: /^(\d{9}(\d{3})?|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
  rest: { check: checks.unitedKingdom },
}

/** By country: the usual form first, then what is accepted besides it. */
const forms: Record<Country, TaxIdForm[]> = {
  AT: [vat('AT', /^U\d{8}$/, 'ATU12345675', { check: (number) => checks.austria(number.slice(1)) })],
  BE: [
    vat('BE', /^[01]?\d{9}$/, 'BE0123456749', {
      check: (number) => checks.belgium(number.padStart(10, '0')),
      write: (number) => `BE${number.padStart(10, '0')}`,
    }),
  ],
  BG: [vat('BG', /^\d{9,10}$/, 'BG123456789')],
  CY: [vat('CY', /^\d{8}[A-Z]$/, 'CY12345678X')],
  CZ: [vat('CZ', /^\d{8,10}$/, 'CZ12345678')],
  DE: [vat('DE', /^\d{9}$/, 'DE123456788', { check: checks.mod11And10 }), germanTaxNumber],
  DK: [vat('DK', /^\d{8}$/, 'DK12345674', { check: checks.denmark })],
  EE: [vat('EE', /^\d{9}$/, 'EE101234568', { check: checks.estonia })],
  ES: [vat('ES', /^([A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/, 'ESB12345678')],
  FI: [vat('FI', /^\d{8}$/, 'FI12345671', { check: checks.finland })],
  FR: [vat('FR', /^[A-HJ-NP-Z\d]{2}\d{9}$/, 'FR11123456782', { check: checks.france }), siret],
  GR: [vat('EL', /^\d{9}$/, 'EL123456783', { check: checks.greece })],
  HR: [vat('HR', /^\d{11}$/, 'HR12345678903', { check: checks.mod11And10 })],
  HU: [vat('HU', /^\d{8}$/, 'HU12345676', { check: checks.hungary }), hungarianTaxNumber],
  IE: [vat('IE', /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/, 'IE1234567FA')],
  IT: [vat('IT', /^\d{11}$/, 'IT12345678903', { check: checks.luhn }), codiceFiscale],
  LT: [vat('LT', /^(\d{9}|\d{12})$/, 'LT123456789')],
  LU: [vat('LU', /^\d{8}$/, 'LU12345613', { check: checks.luxembourg })],
  LV: [vat('LV', /^\d{11}$/, 'LV12345678901')],
  MT: [vat('MT', /^\d{8}$/, 'MT12345634', { check: checks.malta })],
  NL: [vat('NL', /^\d{9}B\d{2}$/, 'NL123456782B01', { check: checks.netherlands })],
  PL: [vat('PL', /^\d{10}$/, 'PL1234567802', { check: checks.poland })],
  PT: [vat('PT', /^\d{9}$/, 'PT501234560', { check: checks.portugal })],
  RO: [vat('RO', /^\d{2,10}$/, 'RO12345674', { check: checks.romania })],
  SE: [vat('SE', /^\d{12}$/, 'SE556123456701', { check: checks.sweden })],
  SI: [vat('SI', /^\d{8}$/, 'SI12345679', { check: checks.slovenia })],
  SK: [vat('SK', /^\d{10}$/, 'SK2020123457', { check: checks.slovakia })],
  // Northern Ireland trades goods with the European Union under a prefix of its own.
  GB: [
    vat('GB', british.pattern, 'GB123456727', british.rest),
    vat('XI', british.pattern, 'XI123456727', british.rest),
  ],
  CH: [
    {
      label: 'UID',
      prefix: 'CHE',
      pattern: /^\d{9}(MWST|TVA|IVA)?$/,
      check: (number) => checks.switzerland(number.slice(0, 9)),
      write: (number) => `CHE-${inGroups('###.###.###')(number)}${number.slice(9) && ` ${number.slice(9)}`}`,
      example: 'CHE-123.456.788 MWST',
    },
  ],
  NO: [
    {
      label: 'VAT number',
      prefix: 'NO',
      pattern: /^\d{9}(MVA)?$/,
      check: (number) => checks.norway(number.slice(0, 9)),
      write: (number) => `NO ${inGroups('### ### ###')(number)}${number.slice(9) && ' MVA'}`,
      example: 'NO 923 456 708 MVA',
    },
  ],
  IS: [{ label: 'VSK number', pattern: /^\d{5,6}$/, example: '123456' }],
  US: [{ label: 'EIN', pattern: /^\d{9}$/, write: inGroups('##-#######'), example: '12-3456789' }],
  CA: [
    {
      label: 'GST/HST number',
      pattern: /^\d{9}RT\d{4}$/,
      check: checks.canada,
      write: inGroups('######### ######'),
      example: '123456782 RT0001',
    },
  ],
  AU: [
    {
      label: 'ABN',
      pattern: /^\d{11}$/,
      check: checks.australia,
      write: inGroups('## ### ### ###'),
      example: '18 123 456 789',
    },
  ],
  NZ: [
    {
      label: 'GST number',
      pattern: /^\d{8,9}$/,
      write: (number) => inGroups(number.length === 8 ? '##-###-###' : '###-###-###')(number),
      example: '123-456-789',
    },
  ],
  IN: [
    {
      label: 'GSTIN',
      pattern: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}$/,
      check: checks.luhn36,
      example: '29ABCDE1234F1ZW',
    },
  ],
  JP: [{ label: 'Registration number', prefix: 'T', pattern: /^\d{13}$/, example: 'T1234567890123' }],
  SG: [
    {
      label: 'GST registration number',
      pattern: /^(\d{8,9}[A-Z]|[RST]\d{2}[A-Z]{2}\d{4}[A-Z]|M[A-Z\d]\d{7}[A-Z\d])$/,
      example: '201234567A',
    },
  ],
  ZA: [{ label: 'VAT number', pattern: /^4\d{9}$/, example: '4123456789' }],
  BR: [
    {
      label: 'CNPJ',
      pattern: /^[A-Z\d]{12}\d{2}$/,
      check: checks.brazil,
      write: inGroups('##.###.###/####-##'),
      example: '12.345.678/0001-95',
    },
  ],
  MX: [{ label: 'RFC', pattern: /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{2}[\dA]$/, example: 'ABC010203AB9' }],
  TR: [{ label: 'VKN', pattern: /^\d{10,11}$/, example: '1234567890' }],
  KR: [
    {
      label: 'Business registration number',
      pattern: /^\d{10}$/,
      check: checks.korea,
      write: inGroups('###-##-#####'),
      example: '123-45-67891',
    },
  ],
}

/** Numbers that a business of any country can have: it can be registered in other countries than its own. */
const foreignForms = [
  ...Object.entries(forms)
    .filter(([country]) => europeanUnion.has(country) || country === 'GB')
    .flatMap(([, ofCountry]) => ofCountry.filter(({ prefix }) => prefix !== undefined)),
  vat('EU', /^\d{9}$/, 'EU123456789'),
]

interface Match {
  form: TaxIdForm
  number: string
}

function match(form: TaxIdForm, typed: string, needsPrefix: boolean): Match | null {
  const { prefix = '', pattern } = form
  const hasPrefix = prefix !== '' && typed.startsWith(prefix)
  const number = hasPrefix ? typed.slice(prefix.length) : typed
  return (hasPrefix || !needsPrefix) && pattern.test(number) ? { form, number } : null
}

const isCorrect = ({ form, number }: Match) => form.check?.(number) ?? true

function matchesOf(country: Country, text: string): Match[] {
  const typed = text.toUpperCase().replaceAll(/[\s.,\-‐‑–/·]/g, '')
  // Greece writes EL; its code is GR.
  const known = country === 'GR' ? typed.replace(/^GR/, 'EL') : typed
  const own = (forms[country] ?? []).map((form) => match(form, known, false))
  const foreign = foreignForms.map((form) => match(form, known, true))
  return [...own, ...foreign].filter((found) => found !== null)
}

/** The name of a tax number: "VAT number", "ABN", "EIN". Some countries have two; the number says which one it is. */
export function taxIdLabel(country: Country, taxId = ''): string {
  const matches = matchesOf(country, taxId)
  const { form } = matches.find(isCorrect) ?? { form: forms[country]?.[0] }
  return form?.label ?? 'Tax number'
}

/** An invented tax number, to show how it is written in this country; empty where it has no fixed form. */
export function taxIdExample(country: Country): string {
  return forms[country]?.[0]?.example ?? ''
}

/**
 * Returns a tax number in its customary form, or a sentence about what is wrong with it. Spaces, dots and dashes do not
 * matter. For countries without a known form, any text is accepted.
 */
export function checkTaxId(country: Country, text: string): { taxId: string } | { message: string } {
  const trimmed = text.trim()
  if (trimmed.length > maxTaxIdLength) return { message: `Please use at most ${maxTaxIdLength} characters.` }
  if (trimmed === '' || !forms[country]) return { taxId: trimmed }
  const matches = matchesOf(country, trimmed)
  const found = matches.find(isCorrect)
  if (found) {
    const { form, number } = found
    return { taxId: form.write?.(number) ?? `${form.prefix ?? ''}${number}` }
  }
  const label = taxIdLabel(country)
  return {
    message:
      matches.length > 0
        ? `Please check the ${label}: one of its characters must be mistyped.`
        : `Please check the ${label}: it should look like ${taxIdExample(country)}.`,
  }
}
