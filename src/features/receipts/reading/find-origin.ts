import type { Layout } from './lay-out.ts'
import type { DateOrder } from './rank-dates.ts'

/** Where a receipt is from, as far as it shows: its currency and how dates are written there. */
export interface Origin {
  currency: { value: string; confidence: number; row: number; cell: number } | null
  dateOrder: DateOrder
}

interface Sign {
  pattern: RegExp
  currency: string
  weight: number
}

const near = String.raw`(?=\s?[:.]?\s?-?\d)|(?<=\d\s?)`
const code = (value: string) => new RegExp(String.raw`(?<![A-Za-z])${value}(?![A-Za-z])`)
/** Codes that are no words and no abbreviations of something else on receipts. */
const codes = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
  'HUF',
  'RON',
  'BGN',
  'AUD',
  'NZD',
  'CAD',
  'SGD',
  'HKD',
  'MYR',
  'INR',
  'JPY',
  'CNY',
  'KRW',
  'THB',
  'IDR',
  'PHP',
  'VND',
  'BRL',
  'MXN',
  'CLP',
  'COP',
  'ARS',
  'ZAR',
  'KES',
  'NGN',
  'AED',
  'SAR',
  'QAR',
  'KWD',
  'BHD',
  'OMR',
  'JOD',
  'ILS',
  'ISK',
  'TWD',
  'UAH',
  'EGP',
]

const signs: readonly Sign[] = [
  ...codes
    .filter((value) => value !== 'BHD')
    .map((value): Sign => ({ pattern: code(value), currency: value, weight: 2 })),
  { pattern: /€/, currency: 'EUR', weight: 3 },
  { pattern: /£/, currency: 'GBP', weight: 3 },
  { pattern: /¥|￥/, currency: 'JPY', weight: 3 },
  { pattern: /₹/, currency: 'INR', weight: 3 },
  { pattern: /R\$/, currency: 'BRL', weight: 4 },
  { pattern: /(?<![A-Z])S\$/, currency: 'SGD', weight: 3.5 },
  { pattern: /(?<![A-Z])(A\$|AU\$)/, currency: 'AUD', weight: 3.5 },
  { pattern: /(?<![A-Z])(C\$|CA\$)/, currency: 'CAD', weight: 3.5 },
  { pattern: /HK\$/, currency: 'HKD', weight: 4 },
  { pattern: /NZ\$/, currency: 'NZD', weight: 4 },
  { pattern: /(MX\$|M\.N\.)/, currency: 'MXN', weight: 3.5 },
  { pattern: /\$\s?\d/, currency: 'USD', weight: 1 },
  { pattern: new RegExp(String.raw`(?<![A-Za-z])RM(${near}|\)|\s|$)`), currency: 'MYR', weight: 2 },
  { pattern: /sdn\.?\s*\.?bhd/i, currency: 'MYR', weight: 2 },
  {
    pattern: /(selangor|johor|kuala lumpur|malaysia|penang|pulau pinang|sarawak|perak)/i,
    currency: 'MYR',
    weight: 1.2,
  },
  { pattern: /zł|(?<![A-Za-z])zl(?![a-z])|PTU|PARAGON FISKALNY|NIP[\s:]/i, currency: 'PLN', weight: 2 },
  { pattern: /(?<![A-Za-z])K[čcC](?![A-Za-z])|DPH|DIČ|DIC CZ/, currency: 'CZK', weight: 2 },
  { pattern: /(?<![A-Za-z])Ft(?![a-z])|ÁFA/, currency: 'HUF', weight: 2 },
  { pattern: /(?<![A-Za-z])(KD|K\.D\.)(?![a-z])/, currency: 'KWD', weight: 2 },
  { pattern: /(CGST|SGST|IGST|GSTIN|FSSAI)/i, currency: 'INR', weight: 2.5 },
  { pattern: /(?<![A-Za-z])Rs\.?(?=\s?\d)/, currency: 'INR', weight: 1.5 },
  { pattern: /(?<![A-Za-z])ABN(?![a-z])/, currency: 'AUD', weight: 2.5 },
  { pattern: /(?<![A-Za-z])(HST|QST|TPS|TVQ|PST)(?![a-z])/, currency: 'CAD', weight: 2.5 },
  { pattern: /(?<![A-Za-z])(UEN|Singapore)(?![a-z])/i, currency: 'SGD', weight: 2 },
  { pattern: /(?<![A-Za-z])(RFC|M[ée]xico|C\.P\.)(?![a-z])/, currency: 'MXN', weight: 1.5 },
  { pattern: /(CNPJ|CUPOM FISCAL|NFC-e|DANFE)/i, currency: 'BRL', weight: 2.5 },
  { pattern: /(öresavrundning|att betala|org\.?\s?nr|kvitto)/i, currency: 'SEK', weight: 2 },
  { pattern: /(mva|foretaksregisteret|kvittering|salgskvittering)/i, currency: 'NOK', weight: 1.6 },
  { pattern: /(øreafrunding|cvr|dankort|heraf moms|at betale)/i, currency: 'DKK', weight: 2 },
  { pattern: /(CHE-?\d|Schweiz|Suisse|Svizzera)/i, currency: 'CHF', weight: 2 },
  { pattern: /(MwSt|USt-?Id|St\.?-?Nr|Steuernr|GmbH)/i, currency: 'EUR', weight: 1 },
  { pattern: /(T\.?V\.?A\.?(?![a-z])|SIRET|SARL|TTC)/, currency: 'EUR', weight: 1 },
  { pattern: /(P\.?\s?IVA|scontrino|documento commerciale|complessivo)/i, currency: 'EUR', weight: 1.5 },
  { pattern: /(NIF|C\.?I\.?F\.?[\s:]|factura simplificada|contribuinte)/i, currency: 'EUR', weight: 1 },
  { pattern: /(?<![A-Za-z])(BTW|KVK)(?![a-z])/, currency: 'EUR', weight: 1.5 },
  {
    pattern: /VAT\s?(reg|no|number)?[^A-Z]{0,6}(GB\s?)?\d{3}\s?\d{4}\s?\d{2}(?!\d)/i,
    currency: 'GBP',
    weight: 1.5,
  },
  { pattern: /(?<![A-Za-z])R\s?\d{1,3}[.,\s]?\d*[.,]\d\d/, currency: 'ZAR', weight: 2.2 },
  { pattern: /VAT\W{0,3}(reg|no|number)?\W{0,3}IE\s?\d/i, currency: 'EUR', weight: 2.5 },
  { pattern: /(South Africa|\(Pty\))/i, currency: 'ZAR', weight: 2 },
]

// Signs that dates are written with the month first: addresses and telephone numbers of the United States.
const american = [
  /[,\s](A[LKZR]|C[AOT]|DE|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY])[\s,.]*\d{5}(?!\d)/,
  /sales tax/i,
  /(?<!\d)\(?[2-9]\d{2}\)?[\s.-]\s?\d{3}[\s.-]\d{4}(?!\d)/,
]
// Taxes that the United States does not have.
const elsewhere = /(?<![A-Za-z])(GST|VAT|MwSt|USt|TVA|IVA|BTW|moms|mva|PTU|DPH|SST|ABN)(?![A-Za-z])/i

export function findOrigin({ rows }: Layout): Origin {
  const weights = new Map<string, { weight: number; row: number; cell: number }>()
  for (const { pattern, currency, weight } of signs) {
    let times = 0
    for (const [row, { cells }] of rows.entries()) {
      for (const [cell, { text }] of cells.entries()) {
        if (!pattern.test(text)) continue
        times += 1
        const known = weights.get(currency) ?? { weight: 0, row, cell }
        // Where a sign is repeated, each time adds less.
        weights.set(currency, { ...known, weight: known.weight + weight / times ** 1.5 })
      }
    }
  }
  // A dollar sign says nothing against another country's dollar.
  const dollars = weights.get('USD')
  const others = ['AUD', 'CAD', 'SGD', 'MXN', 'HKD', 'NZD', 'MYR', 'CLP', 'COP', 'ARS', 'TWD']
  const all = rows.map(({ text }) => text).join('\n')
  // A euro sign is easily read as a pound sign. Pounds have a decimal point.
  const [commas, points] = [/\d,\d\d(?!\d)/g, /\d\.\d\d(?!\d)/g].map(
    (pattern) => [...all.matchAll(pattern)].length,
  )
  const pounds = weights.get('GBP')
  if (pounds && commas! > points!) {
    weights.delete('GBP')
    const euros = weights.get('EUR') ?? { ...pounds, weight: 0 }
    weights.set('EUR', { ...euros, weight: euros.weight + pounds.weight / 2 })
  }
  if (dollars && !code('USD').test(all) && others.some((other) => weights.has(other))) weights.delete('USD')
  const ranked = [...weights].toSorted(([, a], [, b]) => b.weight - a.weight)
  const [best, second] = ranked
  const margin = best ? best[1].weight - (second?.[1].weight ?? 0) : 0
  const isAmerican = american.some((pattern) => pattern.test(all)) && !elsewhere.test(all)
  const confidence = 1 - Math.exp(-margin) * 0.5
  return {
    currency: best
      ? {
          value: best[0],
          confidence: Math.min(0.99, isAmerican && best[0] === 'USD' ? 0.97 : confidence),
          row: best[1].row,
          cell: best[1].cell,
        }
      : null,
    dateOrder:
      isAmerican && (!best || best[0] === 'USD')
        ? 'month-first'
        : elsewhere.test(all) || (best !== undefined && !['USD', 'CAD'].includes(best[0]))
          ? 'day-first'
          : 'unknown',
  }
}
