import type { PageArea } from '../../../platform/db/tables/receipts.ts'
import type { Amount } from './find-amounts.ts'
import { fold } from './fold.ts'
import type { Cell, Layout, Row } from './lay-out.ts'
import type { Found } from './reading.ts'

export interface MerchantCandidate {
  value: string
  score: number
  row: number
  confidence: number
}

/** How a company's name ends. */
const company =
  /(sdn\.?\s?\.?bhd|\bs\/b\b|\bltd\b|\blimited\b|\bplc\b|\binc\b|\bllc\b|\bcorp\b|gmbh|\bug\b|\bag\b|\bohg\b|\be\.?k\.|\bsarl\b|\bsas\b|\beurl\b|\bs\.?r\.?l\b|\bs\.?p\.?a\b|\bs\.?l\.?u?\.?$|\bs\.?a\.?$|\bb\.?v\.?$|\bn\.?v\.?$|\boy\b|\bab$|\ba\/s\b|\bas$|\baps\b|sp\.?\s?z\s?o|s\.?r\.?o\b|\bpty\b|\bpte\b|\bltda\b|\beireli\b|s\.a\. de c\.v|enterprise|trading|restaurant|restoran|kedai|kitchen|ristorante|restaurante|café|cafe|bistro|bakery|boulangerie|hotel|market|supermarket|pharmacy|apotheke|farmacia|store|shop|mart\b)/i
/** A word that says what kind of business it is, alone in its row: the name stands elsewhere. */
const kindOfBusiness =
  /^\W*(restaurant|ristorante|restaurante|trattoria|caf[ée]|bistro|bakery|boulangerie|hotel|market|supermarket|pharmacy|apotheke|farmacia|store|shop|mart|taxi|bar)[\W\d]*$/i
const address =
  /(jalan|\bjln\b|\blot\b|lorong|taman|bandar|kampung|street|\bst\b\.?|\broad\b|\brd\b\.?|\bave(nue)?\b|\bblvd\b|\blane\b|\bdrive\b|\bfloor\b|\bsuite\b|\bunit\b|stra(ss|ß)e|str\.|\bplatz\b|\bweg\b|\brue\b|\bplace\b|\bvia\b|\bpiazza\b|\bcalle\b|\bavenida\b|\bav\.|\bplaza\b|\brua\b|\bul\.|gatan|vägen|gade\b|\bvej\b|\bno\.?\s?\d|\bp\.?o\.? box|\bbatu\b|\bkg\b|\bseksyen\b|\bfasa\b|\d{4,6}\s?[A-Za-zÀ-ÿ]{3,}|^\d+[,\s-])/i
const other =
  /(tel|fax|phone|www|http|@|\.com|gst|\bvat\b|\btax\b|tax invoice|taxinvoice|invoice|receipt|reg\b|\bno[.:]|date|cash|welcome|selamat|willkommen|bienvenue|bienvenid|benvenut|bem-vindo|welkom|velkommen|välkommen|vitajte|witamy|thank|order|table|cashier|mwst|ust-?id|siret|n\.?i\.?f|c\.?i\.?f|p\.?\s?iva|rechnung|beleg|quittung|kvitto|kvittering|kassa|bon\b|ticket|facture|factura|fatura|recibo|scontrino|documento|cupom|paragon|faktura|uctenka|doklad|copy|duplicate|customer|open|hours|\d{2}:\d{2}|co\.? ?reg|uen|abn|gstin|cnpj|\bnip\b|\bcvr\b|org\.?\s?nr)/i

/** The names at the top that may be the merchant's, the likeliest first. */
export function rankMerchants(layout: Layout, amounts: readonly Amount[]): MerchantCandidate[] {
  const firstAmount = amounts.find(({ isPercent }) => !isPercent)?.row ?? layout.rows.length
  const end = Math.min(10, Math.max(3, firstAmount), layout.rows.length)
  const candidates: MerchantCandidate[] = []
  for (let index = 0; index < end; index += 1) {
    const row = layout.rows[index]!
    const score = worth(row, index, layout)
    if (score === undefined) continue
    const value = clean(textOf(row))
    const next = layout.rows[index + 1]
    // A name in two rows, of which the second ends as companies do.
    const isContinued =
      next !== undefined && !company.test(value) && index + 1 < end && isRestOfName(next, layout)
    candidates.push({
      value: isContinued ? `${value} ${clean(textOf(next))}` : value,
      score: isContinued ? score + 1.5 : score,
      row: index,
      confidence: certainty(row),
    })
  }
  return candidates.toSorted((a, b) => b.score - a.score)
}

function worth(row: Row, index: number, layout: Layout): number | undefined {
  const letters = fold(row.text).replaceAll(/[^a-z]/g, '').length
  const all = row.text.replaceAll(/\s/g, '').length
  if (letters < 3 || letters / all < 0.55) return undefined
  const confidence = certainty(row)
  let score = 1.6 - 0.3 * index
  if (kindOfBusiness.test(row.text)) score -= 1
  else if (company.test(row.text)) score += 1.6
  score += Math.min(2, Math.max(-0.5, (row.height / layout.height - 1) * 2))
  if (address.test(row.text)) score -= company.test(row.text) ? 0.8 : 2
  if (other.test(row.text)) score -= 2.5
  if (letters < 5) score -= 0.6
  if (letters / all < 0.75) score -= 0.6
  if (confidence < 0.8) score -= (0.8 - confidence) * 6
  if (row.cells.filter(isText).length > 2) score -= 0.7
  return score
}

/** A speck that was read as a dash says nothing about the name. */
const isText = ({ text }: Cell) => text.length > 1

function textOf({ cells }: Row): string {
  return cells
    .filter(isText)
    .map(({ text }) => text)
    .join(' ')
}

function certainty({ cells }: Row): number {
  return Math.min(1, ...cells.filter(isText).map(({ confidence }) => confidence))
}

function isRestOfName(row: Row, layout: Layout): boolean {
  const text = row.text.trim()
  return (
    company.test(text) &&
    text.length < 40 &&
    !/\d/.test(text) &&
    !address.test(text) &&
    !other.test(text) &&
    row.height > layout.height * 0.7
  )
}

/** Without what is no part of a name: a registration number, stars and dashes around it. */
function clean(text: string): string {
  return text
    .replace(/\s*[([{]?\b(co\.?\s?reg\.?.*|reg\.?\s?no.*)$/i, '')
    .replace(/\s*\(?\d{5,}-?[A-Z]?\)?\s*$/, '')
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.)!]+$/gu, '')
    .trim()
}

/** A merchant below this is left to the owner. */
const threshold = 0.87

export function chooseMerchant(
  layout: Layout,
  amounts: readonly Amount[],
  areaOf: (row: number, cell: number) => PageArea,
): Found<string> | null {
  // A text without any amount is no receipt.
  if (amounts.length === 0) return null
  const [best, second] = rankMerchants(layout, amounts)
  if (!best || best.value.length < 2) return null
  const margin = best.score - (second?.score ?? -1)
  const clear = 1 / (1 + Math.exp(-(0.2 + 0.5 * best.score + 0.6 * margin)))
  // Measured: of names that are this clear, hardly any is wrong.
  const confidence = Math.min(0.98, 1 - (1 - clear * (0.4 + 0.6 * best.confidence)) * 0.45)
  return confidence < threshold
    ? null
    : { value: best.value.slice(0, 200), confidence, area: areaOf(best.row, 0) }
}
