import { foldLabel } from './table-labels.ts'
import type { Side } from './table-numbers.ts'

const list = (text: string) => text.split('|').map(foldLabel)

const openings = list(
  'saldo anterior|saldo inicial|open balance|likutis pradziai|algsaldo|sakuma atlikums|saldo de apertura|opening balance|beginning balance|starting balance|start balance|previous balance|balance brought forward|brought forward|balance b f|balance b fwd|balance forward|old balance|openning balance|balance at start|' +
    'anfangssaldo|anfangsbestand|alter saldo|alter kontostand|startsaldo|saldovortrag|ubertrag|uebertrag|vortrag|eroffnungssaldo|solde initial|solde precedent|ancien solde|solde anterieur|solde d ouverture|solde de depart|report a nouveau|saldo iniziale|saldo precedente|saldo di apertura|' +
    'beginsaldo|vorig saldo|oud saldo|openingssaldo|saldo poczatkowe|saldo otwarcia|saldo początkowe|pocatecni zustatek|pocatecni stav|pociatocny zostatok|ingaende saldo|ingående balans|inngaende saldo|indgaende saldo|primo saldo|saldo primo|alkusaldo|nyito egyenleg|nyitoegyenleg|kezdo egyenleg|acilis bakiyesi|devreden bakiye|devir|sold initial|sold anterior|входящий остаток|начальный остаток|前月繰越|繰越|前回残高|繰越残高|期初余额|承前',
)
const closings = list(
  'closing balance|close balance|likutis pabaigai|loppsaldo|beigu atlikums|ending balance|end balance|final balance|new balance|current balance|balance carried forward|carried forward|balance c f|closing ledger balance|account balance|ledger balance|current account balance|balance at end|' +
    'endsaldo|endbestand|neuer saldo|neuer kontostand|schlusssaldo|schlussaldo|abschlusssaldo|kontostand|letzter kontostand|aktueller kontostand|aktueller saldo|kontosaldo|solde final|nouveau solde|solde de cloture|solde au|solde actuel|solde comptable|saldo final|saldo actual|saldo de cierre|saldo finale|saldo contabile|saldo attuale|saldo di chiusura|saldo atual|saldo contabilistico|saldo contable|' +
    'eindsaldo|laatste saldo|nieuw saldo|slotsaldo|saldo koncowe|saldo końcowe|saldo zamkniecia|konecny zustatek|konecny stav|konecny zostatok|utgaende saldo|utgående balans|saldo ultimo|ultimo saldo|loppusaldo|zaro egyenleg|zaroegyenleg|kapanis bakiyesi|sold final|sold curent|исходящий остаток|конечный остаток|期末余额|balance|saldo|solde|egyenleg|bakiye|zustatek|stan konta|残高|現在残高',
)
/** Balances of a day between bookings: nothing was moved. */
const dayBalances = list(
  'saldo do dia|saldo total disponivel dia|saldo dia|s a l d o|saldo parcial|daily balance|balance of day|tagessaldo|zwischensaldo|saldo em conta|apyvarta|kaive|apgrozijums',
)
const totals = list(
  'total|totals|sum|subtotal|sub total|grand total|total debits|total credits|total amount|total deposits|total withdrawals|summe|gesamt|gesamtsumme|zwischensumme|totaux|total des operations|totale|totali|totaal|suma|razem|celkem|summa|yhteensa|i alt|sum inn|sum ut|osszesen|toplam|итого|合計|合计|合计金额|closing|end of statement|page total|statement total|turnover|umsatzsumme|transaction total',
)
const notBooked = new Set(
  list(
    'pending|processing|authorised|authorized|authorization|on hold|hold|declined|reverted|failed|cancelled|canceled|denied|rejected|refused|expired|voided|void|not posted|unposted|uncleared|in progress|reserved|scheduled|planned|requested|waiting|' +
      'vorgemerkt|umsatz vorgemerkt|umsatz vorgemerkt und noch nicht gebucht|ausstehend|in bearbeitung|offen|abgelehnt|storniert|reserviert|geplant|nicht gebucht|noch nicht gebucht|vormerkung|ruckgangig gemacht|' +
      'en cours|en attente|a venir|renvoye|refuse|rejete|annule|pendiente|pendiente de liquidar|en proceso|retenido|retenida|rechazado|rechazada|cancelado|cancelada|autorizado|in sospeso|non contabilizzato|in attesa|da contabilizzare|annullato|rifiutato|autorizzato|pendente|em processamento|por liquidar|cativo|' +
      'in behandeling|gereserveerd|geweigerd|in afwachting|oczekujaca|oczekuje|w realizacji|blokada|odrzucona|anulowana|nierozliczone|nierozliczona|cekajici|zamitnuto|blokace|reserverad|reserverat|kommande|vantande|reserveret|afventer|reservert|venter|varaus|odottaa|fuggo|fuggoben|zarolt|bekliyor|beklemede|provizyon|iptal|в обработке|отклонено|холд|未確定|处理中|交易关闭|pending transaction|memo',
  ),
)
const goneOut = list(
  'purchase|pos|card payment|card purchase|withdrawal|atm|cash machine|direct debit|standing order|fee|fees|service charge|bill payment|check|cheque|sale|lastschrift|kartenzahlung|geldautomat|bargeldauszahlung|entgelt|uberweisung an|dauerauftrag|achat|paiement carte|paiement par carte|carte|retrait|prelevement|prlv|cotisation|compra|compra con tarjeta|pago|retiro|reintegro|comision|recibo|pagamento|prelievo|addebito|commissioni|levantamento|saque|tarifa|betaalautomaat|incasso|geldautomaat|geldopname|betaalverzoek|zakup|wyplata|oplata|platnosc karta|nakup|vyber|poplatek|platba kartou|kortkop|uttag|autogiro|varekjop|visa kjop|dankort|haevning|ostokset|nosto|korttiosto|vasarlas|keszpenzfelvet|dijak|dij|harcama|para cekme|odeme',
)
const comeIn = list(
  'payment received|payment thank you|thank you|thanks|salary|payroll|direct deposit|direct dep|deposit|mobile deposit|refund|cashback|interest earned|interest paid|interest received|transfer from|received from|gehalt|lohn|gutschrift|zahlungseingang|zahlung erhalten|besten dank|erstattung|virement recu|vir recu|paiement recu|merci|remboursement|salaire|nomina|abono|ingreso|devolucion|pago recibido|gracias|stipendio|accredito|bonifico ricevuto|bonifico da|rimborso|deposito|salario|transferencia recebida|reembolso|salaris|loon|bijschrijving|wynagrodzenie|wplata|przelew przychodzacy|zwrot|mzda|prichozi|vklad|lon|insattning|palkka|pano|lonn|innskudd|fizetes|jovairas|maas|gelen havale|iade',
)
/** Only who received a payment writes so. */
const surelyReceived = list(
  'payment received|thank you|zahlung erhalten|ausgleich kreditkarte|besten dank|paiement recu|paiement merci|merci de votre paiement|pago recibido|gracias por su pago|pagamento recebido',
)
/** Money in of an employee, and money out of the employer. */
const wages = list(
  'salary|payroll|direct deposit|gehalt|lohn gehalt|virement recu|nomina|stipendio|salaris|wynagrodzenie',
)
const surelyOut = list(
  'atm withdrawal|cash withdrawal|direct debit|direct debit payment|kartenzahlung|geldautomat|retrait|prelievo|reintegro|geldopname|wyplata z bankomatu|uttag',
)
const cards = list(
  'credit card|creditcard|kreditkarte|carte de credit|tarjeta de credito|carta di credito|cartao de credito|credit card statement|karta kredytowa|kreditni karta|kreditkort|luottokortti|hitelkartya|kredi karti|card member|cardmember|visa|mastercard|american express|amex|クレジットカード|信用卡',
)

const outSides = new Set(
  list(
    'd|dr|debit|debits|dbit|db|s|soll|debet|debito|débito|af|out|outgoing|uit|ausgabe|ausgang|belastung|lastschrift|sortie|depense|cargo|debe|gasto|egreso|salida|addebito|dare|uscita|despesa|saida|expense|withdrawal|withdraw|payment|purchase|spend|obciazenie|wydatek|wn|vydaj|odchozi|uttag|ut|ud|terheles|t|borc|b|расход|дебет|дт|支出|出金|출금|sent|paid|money out|exp|χ',
  ),
)
const inSides = new Set(
  list(
    'c|cr|credit|credits|crdt|ct|h|haben|kredit|credito|crédito|bij|in|incoming|einnahme|eingang|gutschrift|entree|recette|abono|haber|ingreso|entrada|accredito|avere|entrata|receita|income|deposit|refund|uznanie|wplyw|ma|prijem|prichozi|insattning|inn|ind|jovairas|j|alacak|a|приход|кредит|кт|收入|入金|입금|received|money in|k|π',
  ),
)

/** Which side a cell of an indicator column means. */
export function sideOf(text: string): Side | null {
  const trimmed = text.trim()
  if (trimmed === '-' || trimmed === '−' || trimmed === '–') return 'D'
  if (trimmed === '+') return 'C'
  if (trimmed.length > 24) return null
  const folded = foldLabel(trimmed)
  return outSides.has(folded) ? 'D' : inSides.has(folded) ? 'C' : null
}

const startsWithPhrase = (folded: string, phrase: string) =>
  folded === phrase ||
  folded.startsWith(`${phrase} `) ||
  (phrase.charCodeAt(0) > 0x2e80 && folded.startsWith(phrase))

/** Words of accounting, which mean nothing but the side. Others also name kinds of bookings. */
const plainSides = new Set(
  list(
    'd|dr|debit|debits|dbit|db|soll|debet|debito|débito|af|out|outgoing|uit|wn|crdt|c|cr|credit|credits|haben|kredit|credito|crédito|bij|in|incoming|ma|money out|money in|paid out|paid in|s|h',
  ),
)
export const isPlainSide = (text: string) => /^[-−–+]$/.test(text.trim()) || plainSides.has(foldLabel(text))

/** What is left of a label after its phrase may be a date, a number or a small word, not more text. */
const restIsShort = (folded: string, phrase: string) =>
  folded
    .slice(phrase.length)
    .replaceAll(/\p{N}+/gu, '')
    .replaceAll(
      /\b(as|of|at|on|am|per|vom|zum|der|den|au|le|du|al|del|dia|em|a|il|op|van|na|dzien|ke|k|dne|pr|den|eur|usd|gbp|chf|for|from|to|the|date|in|account|konto|compte|cuenta|r|actual|bis|ledger|available|current|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\b/g,
      '',
    )
    .trim().length <= 2

export type RowKind = 'opening' | 'closing' | 'dayBalance' | 'total'

const heads = new Set(
  [...openings, ...dayBalances, ...closings, ...totals].map((phrase) => phrase.slice(0, 5).trim()),
)

/** Sorts out nearly all texts by their first letters. */
function mayBeRowKind(text: string): boolean {
  const head = text.slice(0, 5).toLowerCase()
  if (!/^[a-z ]+$/.test(head)) return true
  return heads.has(head) || heads.has(head.split(' ', 1)[0] ?? '') || heads.has(head.trim())
}

/** Whether a text says that its row is a balance or a total, and no booking. */
export function rowKindOf(text: string): RowKind | null {
  if (text.length < 2 || text.length > 80 || !mayBeRowKind(text)) return null
  const folded = foldLabel(text)
  const is = (phrases: readonly string[]) =>
    phrases.some((phrase) => startsWithPhrase(folded, phrase) && restIsShort(folded, phrase))
  if (is(openings)) return 'opening'
  if (is(dayBalances)) return 'dayBalance'
  if (is(closings)) return 'closing'
  return is(totals) ? 'total' : null
}

/** Whether a status says that the row is not booked yet, or never will be. */
export function isNotBooked(text: string): boolean {
  return text.length < 60 && notBooked.has(foldLabel(text))
}

const hasPhrase = (padded: string, phrases: readonly string[]) =>
  phrases.some((phrase) => padded.includes(` ${phrase} `))

/** Which side the words of a booking speak of. */
export function sideInWordsOf(text: string): Side | null {
  const padded = ` ${foldLabel(text)} `
  const isIn = hasPhrase(padded, comeIn)
  const isOut = hasPhrase(padded, goneOut)
  return isIn === isOut ? null : isIn ? 'C' : 'D'
}

/** As above, for words that hardly ever mean anything else, for an amount with this sign. */
export function sureSideOf(text: string, isPositive: boolean): Side | null {
  const padded = ` ${foldLabel(text)} `
  if (hasPhrase(padded, surelyReceived) || (isPositive && hasPhrase(padded, wages))) return 'C'
  return hasPhrase(padded, surelyOut) ? 'D' : null
}

export function speaksOfCard(text: string): boolean {
  return hasPhrase(` ${foldLabel(text)} `, cards)
}
