/** What a column is for. */
export type Role =
  | 'bookingDate'
  | 'date'
  | 'valueDate'
  | 'otherDate'
  | 'amount'
  | 'net'
  | 'otherAmount'
  | 'debit'
  | 'credit'
  | 'side'
  | 'balance'
  | 'availableBalance'
  | 'fee'
  | 'currency'
  | 'otherCurrency'
  | 'description'
  | 'type'
  | 'counterparty'
  | 'payer'
  | 'payee'
  | 'reference'
  | 'bankId'
  | 'account'
  | 'card'
  | 'otherAccount'
  | 'status'
  | 'ignored'

export interface Label {
  role: Role
  /** The whole label is known, not only a part of it. */
  isWhole: boolean
  /** How much of it is known. */
  length: number
}

/** Small letters without accents, and a single space between words, also between those of openingBalance. */
export function foldLabel(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('æ', 'ae')
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim()
}

/**
 * The labels of columns in the languages of banks. The longest phrase that a label contains decides. A phrase with a
 * star also counts as the end of a longer word, such as German "Buchungsbetrag".
 */
const phrases: Record<Role, string> = {
  bookingDate:
    'booking date|posting date|post date|posted date|posted|date posted|booked|booked on|book date|entry date|posted account date|' +
    'posted transactions date|process date|processed date|processing date|transaction post date|date completed|completed date|completed|' +
    'finished on|datum des abschlusses|date de fin|fecha de finalizacion|data di completamento|data de conclusao|data zrealizowania|datum voltooid|settlement date|settled date|date booked|account entry date|effective date|' +
    'buchungstag|buchungsdatum|buchung|gebucht am|verbuchungsdatum|buchungs datum|' +
    'date de comptabilisation|date comptable|date comptabilisation|date d ecriture|date de l ecriture|date op|date operation|date de l operation|date d operation|dateop|' +
    'fecha contable|fecha de contabilizacion|fecha contabilizacion|fecha de asiento|fecha operacion|fecha de operacion|fecha de la operacion|f operacion|f contable|fecha oper|' +
    'data contabile|data contabilizzazione|data registrazione|data di contabilizzazione|data operazione|data di operazione|' +
    'data lancamento|data de lancamento|data do lancamento|data contabilistica|data mov|data movimento|data do movimento|data operacao|data da operacao|' +
    'boekdatum|boekingsdatum|datum boeking|datum van boeking|boekings datum|' +
    'data ksiegowania|data zaksiegowania|data operacji|' +
    'datum zauctovani|zauctovano|datum zuctovania|datum zuctovani|datum uctovani|datum knjizenja|' +
    'bokforingsdag|bokforingsdatum|bokford|bokfort|bokforingsdato|bogforingsdato|bogfort|bogfort dato|bogforingsdag|bokforingsdag|bokfdag|reskontradatum|' +
    'kirjauspaiva|kirjauspvm|kirjauspaivamaara|konyveles datuma|konyvelesi datum|konyveles napja|konyvelve|konyveles datum|' +
    'data inregistrarii|data contabilizarii|islem tarihi|muhasebe tarihi|дата проводки|дата обработки|дата зачисления|' +
    '記帳日|记账日期|入账日期|入帳日期|ngay hach toan|tanggal pembukuan|tarikh catatan',
  date:
    'date|transaction date|trans date|tran date|txn date|trade date|date of transaction|transaction time|created|created utc|created at|date time|datetime|timestamp|time stamp|date and time|' +
    'datum|*datum|tag|umsatztag|transaktionsdatum|date transaction|date de transaction|fecha|fecha movimiento|fecha de transaccion|fecha transaccion|data|data transazione|' +
    'data transacao|data da transacao|dia|datum transactie|transactiedatum|data transakcji|datum transakce|datum provedeni|datum platby|transaktionsdag|transaktionsdatum|' +
    'transaktionsdato|dato|utfort dato|paivamaara|pvm|maksupaiva|tapahtumapaiva|tranzakcio datuma|datum a tranzakcioe|teljesites datuma|tarih|data tranzactiei|datums|kuupaev|data ir laikas|' +
    'дата|дата операции|дата транзакции|дата та час|ημερομηνια|תאריך|التاريخ|日付|取引日|お取引日|取扱日|年月日|利用日|ご利用日|交易日期|交易日|交易时间|日期|거래일시|거래일자|ngay|ngay giao dich|tanggal|tarikh|วันที่',
  valueDate:
    'value date|valuta|valutadatum|valuta datum|value|date valeur|date de valeur|valeur|date val|fecha valor|f valor|fecha de valor|data valuta|data valor|data de valor|valutadag|' +
    'rentedatum|wertstellung|wertstellungsdatum|wertstellung valuta|wert|data waluty|valutadato|rentedato|rentedag|arvopaiva|maksupaivamaara|erteknap|valor tarihi|valor|valor date|valdatum|datum valuty|data valutei|起息日|' +
    'valyuta|дата валютирования|interest date|val date',
  otherDate:
    'started date|date started|started|start date|end date|datum des beginns|date de debut|fecha de inicio|data di inizio|data de inicio|data rozpoczecia|startdatum|kaufdatum|belegdatum|created on|due date|available on|available on utc|expiry date|statement date|export date|falligkeit|data do balancete|balance date|order date|travel date',
  amount:
    'amount|transaction amount|amt|sum|betrag|*betrag|umsatz|montant|montant operation|montant de l operation|importe|importe movimiento|monto|importo|valor|valor r|quantia|montante|bedrag|bedrag eur|bedrag in eur|transactiebedrag|kwota|kwota operacji|kwota transakcji|' +
    'castka|objem|ciastka|suma|suma tranzactiei|iznos|belopp|*belopp|belob|*belob|beloep|*beloep|belop|*belop|summa|maara|maara eur|euroa|osszeg|*osszeg|tutar|tutari|islem tutari|сумма|сумма операции|сумма в валюте счета|сума|ποσο|סכום|المبلغ|金額|取引金額|入出金 円|入出金|利用金額|ご利用金額|金额|交易金额|거래금액|so tien|jumlah|จำนวนเงิน|' +
    'amount in account currency|billing amount|amount in eur|amount eur|amount gbp|amount usd|value amount|mutatie|mutation|movimento|movimiento|importe eur|importe en euros|montant eur|montant en euros|credit debit amount|debit credit amount|amount inr|gross|brutto|source amount|transaction amount signed|payment amount|kwota w walucie rachunku|summe',
  net: 'net|net total|total amount|сумма платежа|netto|net amount|customer facing amount net|nettobetrag',
  otherAmount:
    'original amount|amount original|orig amount|local amount|foreign amount|fx amount|amount foreign|transaction currency amount|amount in transaction currency|amount in original currency|exchange rate|rate|fx rate|wechselkurs|kurs|umrechnungskurs|' +
    'betrag in fremdwahrung|fremdwahrungsbetrag|originalbetrag|ursprungsbetrag|betrag ursprungswahrung|betrag original|betrag originalwahrung|montant devise|montant d origine|cours|taux|taux de change|importe original|tipo de cambio|importo originale|cambio|oorspronkelijk bedrag|oorspr bedrag|koers|wisselkoers|' +
    'kwota oryginalna|kwota w walucie oryginalnej|kurs waluty|puvodni castka|kurz|originalbelopp|vaxelkurs|valutakurs|ursprungligt belopp|opprinnelig belop|oprindeligt belob|arfolyam|kur|vat|vat amount|tax|tax amount|gst|sales tax|tip|points|cashback|ust|mwst|target amount|transaction fee currency|number of coins|quantity|shares|price|сумма в валюте операции|kwota platnosci w walucie|betrag waehrung ursprung|running total|auslagenersatz ruecklastschrift|auslagenersatz',
  debit:
    'debit|debits|debit amount|amount debit|debit amt|withdrawal|withdrawals|withdrawal amount|withdrawal amt|withdrawal s|withdrawals dr|paid out|money out|out|outflow|amount out|payments out|spent|dr|dr amount|charge|charges amount|payment made|payments|spend amount|' +
    'soll|belastung|lastschrift|ausgang|ausgange|ausgaben|ausgabe|belastungen|ausgehend|debet|debit eur|montant debit|debit euros|depense|sortie|cargo|cargos|debe|debito|debitos|retiro|retiros|egreso|egresos|gastos|salida|salidas|' +
    'addebiti|addebito|uscite|uscita|dare|saida|saidas|a debito|importancia debito|af|uitgaven|uit|bedrag af|afschrijving|obciazenia|obciazenie|kwota obciazenia|wydatki|wyplaty|odchozi|vydaje|vydaj|na vrub|ut|uttag|uttak|utgifter|ut fra konto|ut av konto|ud|haevet|udgifter|' +
    'terheles|kiadas|borc|giden|cikan|расход|списание|дебет|debetas|χρεωση|חובה|مدين|出金|支払い金額|お引出し|お引き出し|お支払金額|支払金額|お支払い金額|引出|支出|取款|借方|支出金额|출금|출금액|찾으신금액|ghi no|penarikan|keluar|debet rp|ถอน|duguje|isplata|plati',
  credit:
    'credit|credits|credit amount|amount credit|credit amt|deposit|deposits|deposit amount|deposit amt|deposits cr|paid in|money in|in|inflow|amount in|payments in|received|cr|cr amount|receipts|lodgement|lodgements|' +
    'haben|gutschrift|gutschriften|eingang|eingange|einnahmen|einnahme|eingehend|montant credit|credit euros|recette|entree|avoir|abono|abonos|haber|credito|creditos|deposito|depositos|ingreso|ingresos|entrada|entradas|' +
    'accrediti|accredito|entrate|entrata|avere|a credito|importancia credito|bij|inkomsten|bijschrijving|uznania|uznanie|kwota uznania|wplywy|wplaty|prichozi|prijmy|prijem|ve prospech|insatt|insattning|innskudd|inn|inn pa konto|inn til konto|ind|indsat|indtaegter|kredit|' +
    'jovairas|bevetel|alacak|gelen|giren|приход|зачисление|поступление|кредит|kreditas|πιστωση|זכות|دائن|入金|預かり金額|お預入れ|お預け入れ|お預り金額|預入|預り金額|お預り|收入|存款|贷方|收入金额|입금|입금액|맡기신금액|ghi co|setoran|masuk|ฝาก|potrazuje|uplata|incasari',
  side: 'debit credit|credit debit|dr cr|cr dr|d c|c d|debit credit indicator|credit debit indicator|debit or credit|sign|indicator|direction|soll haben|s h|sh kennzeichen|soll haben kennzeichen|vorzeichen|+|sens|af bij|bij af|debet credit|debit kredit|credit debet|d h|debe haber|debito credito|dare avere|dc|cd|+ +|cdt dbt ind|credit or debit|einnahme ausgabe|wn ma|debet kredit|kredit debet|borc alacak|b a|t j|j t|借貸|借贷|收支|收 支|in out|入払区分|flow|income expense|d k|deebet kreedit|debets kredits|προσημο ποσου',
  balance:
    'balance|running balance|running bal|bal|ledger balance|account balance|closing balance|balance after|balance after transaction|current balance|book balance|balance amount|balance eur|balance gbp|end balance|' +
    'saldo|*saldo|kontostand|saldo nach buchung|solde|solde comptable|solde apres operation|saldo contable|saldo disponible|saldo contabile|saldo contabilistico|saldo na trn|saldo na mutatie|saldo po operacji|saldo po transakcji|saldo koncowe|saldo rachunku|stan konta|zustatek|zostatok|zustatek po|' +
    'bokfort saldo|saldo bokfort|bogfort saldo|tilin saldo|egyenleg|konyvelt egyenleg|bakiye|sold|sold contabil|остаток|баланс|залишок|υπολοιπο|יתרה|الرصيد|残高|差引残高|現在高|余额|账户余额|餘額|잔액|거래후잔액|so du|ยอดคงเหลือ|stanje|likutis|jaak|atlikums|baki',
  availableBalance:
    'available balance|available|verfugbarer saldo|solde disponible|saldo disponivel|disponible|beschikbaar saldo|disponibelt saldo|kaytettavissa|dostupny zustatek|cleared balance',
  fee: 'fee|fees|fee amount|total fees|source fee amount|gebuhr|gebuhren|entgelt|frais|comision|comisiones|commissione|commissioni|comissao|kosten|prowizja|oplata|poplatek|avgift|gebyr|kulu|dij|komisyon|комиссия|手数料',
  currency:
    'currency|currency code|account currency|ccy|curr|cur|wahrung|waehrung|kontowahrung|devise|monnaie|divisa|moneda|valuta betrag|moeda|valuta konta|munt|muntsoort|waluta|waluta rachunku|mena|mena uctu|valutakod|valutta|penznem|deviza|deviza nem|devizanem|doviz|para birimi|валюта|валюта платежа|valiuta|valuuta|νομισμα|מטבע|العملة|通貨|币种|幣別|통화|tien te|mata uang|waehrung betrag',
  otherCurrency:
    'original currency|local currency|foreign currency|transaction currency|fx currency|валюта операции|fremdwahrung|originalwahrung|ursprungswahrung|devise d origine|divisa original|oorspronkelijke munt|oorspr munt|waluta oryginalna|originalvaluta|target currency|fee currency|source fee currency|target fee currency|exchange currency',
  description:
    'description|transaction description|description 1|description 2|description 3|details|transaction details|detail|particulars|narrative|narration|memo|note|notes|text|remarks|transaction remarks|purpose|payment details|payment reference|reference text|information|statement description|merchant description|long description|additional information|comment|comments|message|other party details|' +
    'verwendungszweck|buchungstext|beschreibung|buchungsdetails|text der buchung|avisierungstext|buchungsinformation|umsatztext|bezeichnung|mitteilung|mitteilungen|beschreibung1|beschreibung2|beschreibung3|vorgang verwendungszweck|' +
    'libelle|libelle operation|libelle de l operation|libelle simplifie|libelle court|nature de l operation|description de l operation|communication|communications|label|concepto|descripcion|observaciones|detalle|concepto ampliado|mas datos|descrizione|descrizione completa|descrizione operazione|causale descrizione|dettagli|' +
    'descricao|historico|descritivo|descricao do movimento|lancamento|titulo|title|omschrijving|omschrijving 1|omschrijving 2|omschrijving 3|mededelingen|mededeling|vrije mededeling|naam omschrijving|opis|opis operacji|tytul|tytul operacji|tytulem|szczegoly transakcji|popis|zprava|zprava pro prijemce|poznamka|uzivatelska identifikace|sprava pre prijemcu|' +
    'beskrivning|meddelande|meddelelse|tekst|forklaring|beskrivelse|melding|spesifikasjon|viesti|selite|tapahtuma|leiras|kozlemeny|megjegyzes|aciklama|descriere|detalii|explicatii|назначение платежа|описание|описание операции|призначення|αιτιολογια|περιγραφη|תיאור|البيان|摘要|お取引内容|取引内容|内容|適用|摘要内容|入出金内容|入出金先内容|利用店名 商品名|ご利用先|备注|交易摘要|附言|적요|내용|거래내용|dien giai|noi dung|keterangan|paaiskinimai|selgitus|informacija sanemejam|รายการ|reference description|item',
  type: 'type|transaction type|account type|trans type|tran type|txn type|code|transaction code|operation type|category|umsatztyp|umsatzart|buchungsart|vorgang|buchungsschlussel|type d operation|type operation|categorie operation|tipo|tipo de operacion|tipo movimiento|tipo operazione|causale|tipo de lancamento|mutatiesoort|mutatie soort|soort|rodzaj operacji|rodzaj transakcji|typ operacji|typ transakcji|typ|typ operace|transaktionstyp|transaktionstype|laji|tapahtumalaji|tranzakcio tipusa|forgalom tipusa|tipus|islem tipi|islem|тип|тип операции|取引区分|区分|支払区分|交易类型|subcategory',
  counterparty:
    'name|payee name|merchant|merchant name|counterparty|counter party|counterparty name|partner name|partner|other party|other party name|third party|customer name|vendor|contact|payee payer|counterpart|' +
    'auftraggeber empfanger|auftraggeber beguenstigter|auftraggeber begunstigter|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|begunstigter auftraggeber|zahlungsbeteiligter|name zahlungsbeteiligter|empfanger auftraggeber|partnername|kontoinhaber gegenkonto|haendler|handler|' +
    'contrepartie|nom de la contrepartie|nom contrepartie|nom contrepartie contient|tiers|contraparte|nombre|controparte|nome|naam tegenpartij|tegenpartij|naam|tegenpartij naam|naam van de tegenpartij|naam tegenpartij bevat|' +
    'kontrahent|nadawca odbiorca|nazwa odbiorcy nadawcy|odbiorca nadawca|dane strony operacji|nazwa kontrahenta|dane kontrahenta|nazev protiuctu|nazev protistrany|protistrana|nazov protistrany|nazev uctu protistrany|jmeno protistrany|nazev protistrany plátce|' +
    'motpart|avsandare mottagare|mottagare avsandare|modpart|navn|namn|saaja maksaja|saaja tai maksaja|maksaja saaja|nimi|partner neve|partner nev|ellenoldali nev|ellenpartner neve|karsi taraf|контрагент|наименование контрагента|お取引相手|取引先|対方户名|对方户名|交易对方|对方|상대방|beneficiary ordering party|payee payer name|gavejas|saaja maksja|sanemejs maksatajs',
  payer:
    'payer|sender|from|from name|source name|zahlungspflichtige r|zahlungspflichtiger|auftraggeber|auftraggeberin|ordinante|emisor|donneur d ordre|nadawca|nazwa nadawcy|avsandare|afsender|avsender|maksaja|ordering party|remitter|плательщик|odesilatel',
  payee:
    'payee|beneficiary|beneficiary name|recipient|recipient name|target name|to|to name|paid to|zahlungsempfanger in|zahlungsempfanger|empfanger|empfangerin|begunstigter|beneficiaire|beneficiario|destinataire|destinatario|begunstigde|odbiorca|nazwa odbiorcy|mottagare|modtager|mottaker|saaja|kedvezmenyezett|alici|получатель|prijemce',
  reference:
    'reference|ref|ref no|reference number|reference no|ref number|customer reference|client reference|client ref|payment ref|your reference|end to end|end to end id|e2e|endtoend id|cheque number|check number|cheque|check|check or slip|check or slip number|cheque no|chq no|chq ref no|chq ref number|ref no cheque no|chq number|serial number|check no|num|' +
    'kundenreferenz|kundenreferenz end to end|end to end referenz|sepa referenz|referenz|zahlungsreferenz|referencia|referencia 1|referencia 2|referencia1|referenz nummer|reference de l operation|riferimento|referentie|betalingskenmerk|kenmerk|gestructureerde mededeling|communication structuree|' +
    'variabilni symbol|variabilny symbol|vs|referens|referensnummer|ocr|kid|viite|viitenumero|viitenro|hivatkozas|referans|numero do documento|documento|doc|dokument|n documento|número de documento|no dokumen|dekont no|номер документа|小切手番号|伝票番号|reference customer',
  bankId:
    'transaction id|transactionid|transaction number|transaction no|txn id|trx id|id|fitid|fit id|balance transaction id|unique id|transaction unique id|bank reference|bank id|transferwise id|tran id|transaktions id|transaktionsnummer|transaktionsnr|buchungsreferenz|transaktions nr|id transaction|identifiant|' +
    'id operace|id pohybu|id transakcji|numer transakcji|numer referencyjny|id transakce|reference number bank|arkistointitunnus|arkivkode|arkivref|archivreferenz|volgnr|volgnummer|transactiereferentie|identificador|id transacao|id transazione|numero operazione|tranzakcio azonosito|tranzakcio azonositoja|islem no|fis no|номер операции|取引番号|取引id|交易流水号|流水号|交易单号|journal no|n de reference|numero de operacion',
  account:
    'account|posted account|account number|account no|acct|acct no|account name|account id|iban|iban bban|own account|bank account|account iban|your account|auftragskonto|konto|kontonummer|konto nr|eigenes konto|bezeichnung auftragskonto|iban auftragskonto|kontoname|compte|numero de compte|n de compte|num compte|account num|account label|libelle compte|cuenta|numero de cuenta|conto|numero conto|conta|' +
    'rekening|rekeningnummer|rekening nummer|numer konta|numer rachunku|konto rachunek|rachunek|cislo uctu|ucet|kontonr|kontonavn|fra konto|tili|tilinumero|oma tili|szamlaszam|sajat szamlaszam|konyvelesi szamla|hesap|hesap no|hesap numarasi|cont|numar cont|счет|номер счета|口座番号|口座|账号|계좌번호|so tai khoan|rekeningnaam|clearingnummer kontonummer|saskaitos nr|kliendi konto|klienta konts|produkt|product|source account|portefeuille',
  card: 'card|card no|card number|card ending|last 4 digits|card last 4 digits|card member|cardholder|cardholder name|account member|karte|kartennummer|karteninhaber|carte|numero de carte|tarjeta|numero de tarjeta|carta|numero carta|cartao|kaart|kaartnummer|numer karty|karta|cislo karty|kort|kortnummer|kortti|kartyaszam|kart no|カード番号|利用者|card name',
  otherAccount:
    'counterparty account|counterparty iban|partner iban|partner account number|partner account|payee account|payee account number|beneficiary account|account number payee|other party account number|other account|iban counterparty|to account|from account|from email address|to email address|bic|swift|bic swift|bank code|sort code|routing number|blz|bankleitzahl|iban zahlungsbeteiligter|bic swift code zahlungsbeteiligter|kontonummer iban|iban kontonummer|kontonummer iban gegenkonto|' +
    'gegenkonto|iban gegenkonto|iban auftraggeber|kontonummer auftraggeber|iban beguenstigter|compte contrepartie|compte de la contrepartie|iban contrepartie|compte tiers|cuenta destino|cuenta contraparte|cuenta ordenante|cuenta beneficiario|tegenrekening|tegenrekening iban bban|rekening tegenpartij|rekeningnummer tegenpartij|rekeningnr tegenpartij|bic tegenpartij|naam uiteindelijke partij|' +
    'rachunek odbiorcy|rachunek nadawcy|numer rachunku odbiorcy|numer rachunku nadawcy|numer rachunku nadawcy odbiorcy|rachunek kontrahenta|numer konta kontrahenta|nr rachunku|protiucet|cislo protiuctu|cislo uctu protistrany|ucet protistrany|kod banky|mottagarkonto|til konto|tilin numero saajan|saajan tilinumero|saajan tilinumero ja pankin bic|ellenszamla|ellenoldali szamlaszam|partner szamlaszama|mandatsreferenz|mandatsreferenz end|mandaatid|machtigingskenmerk|incassant id|glaubiger id|glaeubiger id|creditor id|mandate reference|counterparty id|incassantid|kategorie|categorie|categorie parent|kategoria|branch|agency|agence|filiale|oficina|dependencia origem|bank name|country|address|city|town|postcode|zip code|state province|region|emoji|receipt|balance impact|saldo impact',
  status:
    'status|state|contabilizzazione|transaction status|payment status|stan|stav|estado|etat|statut|stato|situacao|estatus|info|tila|allapot|durum|statusz|статус|状态|상태|booking status|umsatz status|buchungsstatus',
  ignored:
    'card entry methods|card brand|card type|time|uhrzeit|heure|hora|ora|tijd|klockslag|time zone|timezone|labels|tags|year|month|day of week|weekday',
}

const latin = /^[a-z0-9+ ]+$/
const known = new Map<string, Role>()
const endings: [string, Role][] = []
/** Phrases of scripts without spaces between words. */
const parts: [string, Role][] = []
for (const [role, list] of Object.entries(phrases) as [Role, string][]) {
  for (const phrase of list.split('|')) {
    if (phrase.startsWith('*')) endings.push([phrase.slice(1), role])
    else {
      const folded = foldLabel(phrase)
      if (!known.has(folded)) known.set(folded, role)
      if (!latin.test(folded)) parts.push([folded, role])
    }
  }
}

/** What the label of a column says, or null if it is unknown. */
export function labelOf(text: string): Label | null {
  if (text.length === 0 || text.length > 120) return null
  const outer = foldLabel(text.replaceAll(/[([{][^)\]}]*[)\]}]/g, ' ')) || foldLabel(text)
  return labelOfFolded(foldLabel(text)) ?? partOf(outer)
}

function labelOfFolded(folded: string): Label | null {
  const role = known.get(folded)
  return role === undefined ? null : { role, isWhole: true, length: folded.length }
}

function partOf(folded: string): Label | null {
  const whole = labelOfFolded(folded)
  if (whole) return whole
  const tokens = folded.split(' ')
  if (tokens.length > 8) return null
  for (let count = tokens.length - 1; count > 0; count--) {
    for (let from = 0; from + count <= tokens.length; from++) {
      const phrase = tokens.slice(from, from + count).join(' ')
      const role = phrase.length > 1 ? known.get(phrase) : undefined
      if (role !== undefined && phrase !== 'in' && phrase !== 'to')
        return { role, isWhole: false, length: phrase.length }
    }
  }
  const ending = endings.find(([end]) => tokens.some((token) => token.endsWith(end)))
  if (ending) return { role: ending[1], isWhole: false, length: ending[0].length }
  const part = parts.filter(([own]) => folded.includes(own)).toSorted((a, b) => b[0].length - a[0].length)[0]
  return part ? { role: part[1], isWhole: false, length: part[0].length } : null
}
