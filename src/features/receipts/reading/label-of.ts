import { fold, hasWord } from './fold.ts'

/** What the amounts of a row are, by the words beside them. */
export type Label =
  | 'heading'
  | 'count'
  | 'saving'
  | 'change'
  | 'rounding'
  | 'subtotal'
  | 'tax'
  | 'grandTotal'
  | 'total'
  | 'cash'
  | 'card'
  | 'tip'
  | 'service'
  | 'none'

// Folded: lower case, no accents, no spaces. The first label with a word in the text is taken, so what is more special
// stands earlier.
const words: readonly (readonly [Label, readonly string[]])[] = [
  [
    'heading',
    split(`
      gstsummary taxsummary vatsummary taxanalysis vatanalysis vatbreakdown taxdetails sstsummary
      steuerubersicht mwstsatz taxcode vatrate dettaglioiva detailtva tauxtva
    `),
  ],
  [
    'count',
    split(`
      totalqty totqty totalquantity totalitem itemcount itemssold noofitem numberofitem numofitem
      totalarticles nbarticle nombredarticle anzahlartikel artikelanzahl anzahlpos numarticulos totalarticulos
      numeroarticoli qtytotal totalpcs totalunits antalvaror antalartikler antallvarer qtdtotal qtdeitens
      point punkte transactioncount
    `),
  ],
  [
    'saving',
    split(`
      youhavesaved yousaved totalsaving saving totaldiscount discount rabatt remise sconto descuento korting
      desconto rabat sleva gespart ersparnis coupon voucher ahorro lessdisc
    `),
  ],
  [
    'change',
    split(`
      changedue cashback change ruckgeld wechselgeld zuruck rendu monnaie cambio resto vuelto troco vaxel
      wisselgeld reszta baki byttepenge vekslepenge tilbage retour vraceno vratit balancereturn
    `),
  ],
  [
    'rounding',
    split(`
      rounding roundadj roundoff rounded5c rundung arrondi redondeo arredondamento arrotondamento afronding
      afrunding avrunding avrundning zaokrouhleni zaokraglenie rnding
    `),
  ],
  [
    'subtotal',
    split(`
      subtotal subttl subtota subtl zwischensumme soustotal totalht montantht subtotale imponibile subtotaal
      baseimponible delsumma delsum mellansumma nettobetrag nettosumme netamount exclvat exclgst excltax
      excludinggst excludingvat excludedgst excgst exvat exgst totalex beforetax beforegst taxable
      sumaposrednia mezisoucet exkl fuelamount totalbeforeround foodtotal beveragetotal supplies itemtotal
      netsales goodstotal merchandise
    `),
  ],
  [
    'grandTotal',
    split(`
      grandtotal totaldue amountdue balancedue nettotal netttotal totalincl totalinc inclusiveof inclusivegst
      inclgst totalpayable amountpayable netpayable payableamount roundedtotal totalrounded totalafterrounding
      totalaftround totalamount totalsales saletotal totalsale ordertotal billtotal invoicetotal totaltopay
      topay billamount billamt zuzahlen zahlbetrag gesamtbetrag gesamtsumme endbetrag endsumme rechnungsbetrag
      bruttobetrag totalttc netapayer apayer montantttc ttc totalecomplessivo importopagato totaleeuro
      importetotal totalapagar valorapagar valortotal valorpago attbetala abetale atbetale totalbelop
      dozaplaty sumapln kzaplaceni kuhrade celkem tebetalen totaalbedrag jumlahbesar jumlahperlu totalcad
      totalusd totaleur totalgbp totalchf totalaud totalsgd purchaseamount transactionamount transactiontotal
      amounttopay balancetopay totalcharge totalcharges foliototal
    `),
  ],
  [
    'tax',
    split(`
      totaltax taxtotal gsttotal vattotal totaldestaxes tottax dicuiiva totaleiva totaliva totaltva summemwst
      enthaltenemwst inklmwst davonmwst varavmoms heravmoms heravmva sumaptu totalgst totalvat taxamount
      salestax statetax citytax localtax servicetax govtax govttax gst hst pst qst tps tvq cgst sgst igst sst
      vat mwst ust umsatzsteuer tva iva igv btw moms mva ptu dph icms impuesto imposto steuer taxe tax
    `),
  ],
  [
    'tip',
    split(`
      gratuity tip tips trinkgeld pourboire propina mancia drikkepenge dricks tipamount addtip suggestedtip
    `),
  ],
  [
    'service',
    split(`
      servicecharge svccharge svcchrg servicechrg svcchg servcharge bedienung servicio coperto serviceincl
    `),
  ],
  [
    'card',
    split(`
      mastercard maestro visa amex americanexpress discover creditcard debitcard debit eftpos eccash eckarte
      girocard kreditkarte kartenzahlung cartebancaire cartecb tarjeta cartadicredito cartaocredito
      pagamentoelettronico bankkort kontokort dankort kartaplatnicza karta bancontact contactless paywave
      applepay googlepay interac upi cartao pinbetaling betalingskort card karte carte carta kort pago payment
    `),
  ],
  [
    'cash',
    split(`
      cashtender cashpaid totalpaid amountpaid totaltender tendered tender amounttendered cashreceived
      received cash bargeld gegeben erhalten especes efectivo contanti contant dinheiro kontant kontanter
      gotowka hotovost hotove tunai bayar paid bar
    `),
  ],
  [
    'total',
    split(`
      total totaal totale summe gesamt betrag suma summa sumtotal montant importe jumlah amount razem ialt sum
      ttl tot
    `),
  ],
]

function split(text: string): string[] {
  return text.trim().split(/\s+/)
}

const minimum = 3
/** Short words that mean the same wherever they stand. */
const distinct = new Set(
  split(
    'cash visa card moms mwst cgst sgst igst amex gst vat tva iva hst qst pst sst btw ptu mva dph ttc tax baki tips',
  ),
)
/** They stand between the words of a label: "Total RM incl. GST". */
const signsOfCurrencies =
  /(?<![A-Za-z])(RM|MYR|USD|EUR|EURO|CHF|GBP|SGD|SEK|NOK|DKK|AUD|CAD|INR|Rs|Kr|KD)(?![A-Za-z])/gi

/** What a row is about. `text` is what stands beside its amounts. */
export function labelOf(text: string): Label {
  const folded = fold(text.replaceAll(signsOfCurrencies, ' '))
  if (folded.length < minimum) return 'none'
  if (/tota(l|le|al).*in[ck]l/.test(folded) && !/(sub|zwischen)tot|supplies|\d%supp/.test(folded))
    return 'grandTotal'
  // The total of what is taxed at one rate.
  if (/tota(l|al|le)\d{1,2}%/.test(folded)) return 'subtotal'
  // What is spelled right is found before what is only similar: "charge" is not a misread "change".
  return (
    words.find(([, list]) => list.some((word) => isIn(folded, word)))?.[0] ??
    words.find(([, list]) => list.some((word) => isLike(text, folded, word)))?.[0] ??
    'none'
  )
}

/** A word of average length must be a word of its own, or parts of other words would be like it. */
function isLike(text: string, folded: string, word: string): boolean {
  if (word.length < 5) return false
  if (word.length >= 8) return hasWord(folded, word)
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map(fold)
    .some((each) => Math.abs(each.length - word.length) <= 1 && hasWord(each, word))
}

/** A short word must be all of the text, or begin it: "bar" is not in "barbecue", "sum" not in "consumer". */
function isIn(text: string, word: string): boolean {
  if (word.length > 4) return text.includes(word)
  const at = text.indexOf(word)
  if (at === -1) return false
  const rest = text.replaceAll(/[0-9%]/g, '').replaceAll(/(rm|usd|eur|chf|gbp|sgd|myr|pln|kr|inr)/g, '')
  return (
    rest.length <= word.length + 2 ||
    (at === 0 && /[0-9%]/.test(text[word.length] ?? '')) ||
    (word.length >= 3 && distinct.has(word))
  )
}
