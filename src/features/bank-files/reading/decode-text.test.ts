import { expect, test } from 'vitest'
import { encodeText } from '../../../../test/support/bank-files/encode-text.ts'
import { decodeText } from './decode-text.ts'

const bytesOf = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding))
const text = 'Datum;Text\n01.02.2026;Café Zürich'

test.each([
  ['utf-8', bytesOf(text, 'utf8')],
  ['utf-8 with a mark', bytesOf(`\ufeff${text}`, 'utf8')],
  ['utf-16 LE', bytesOf(text, 'utf16le')],
  ['utf-16 LE with a mark', bytesOf(`\ufeff${text}`, 'utf16le')],
  ['utf-16 BE', new Uint8Array(Buffer.from(text, 'utf16le').swap16())],
  ['latin-1', bytesOf(text, 'latin1')],
  ['with NUL bytes', bytesOf(`${text.slice(0, 6)}\0${text.slice(6)}`, 'utf8')],
])('%s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text)
})

test.each([
  ['the euro sign of windows-1252', [0x80, 0x20, 0x66, 0xfc, 0x72], '€ für'],
  ['the euro sign of iso-8859-15', [0x31, 0x20, 0xa4, 0x20, 0x66, 0xfc, 0x72], '1 € für'],
  ['DOS umlauts', [0x66, 0x81, 0x72, 0x20, 0x4b, 0x94, 0x6c, 0x6e], 'für Köln'],
  [
    'Polish letters of windows-1250',
    [0x7a, 0xb3, 0x6f, 0x74, 0x79, 0x63, 0x68, 0x20, 0x6d, 0x69, 0x65, 0x73, 0x69, 0xb9, 0x63],
    'złotych miesiąc',
  ],
])('%s', (_, bytes, expected) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(expected)
})

test('a declared encoding counts where the bytes are not UTF-8', () => {
  const declared = '<?xml version="1.0" encoding="iso-8859-2"?><a>z³oty</a>'
  expect(decodeText(bytesOf(declared, 'latin1'))).toContain('złoty')
  expect(decodeText(bytesOf(declared, 'utf8'))).toContain('z³oty')
  expect(decodeText(bytesOf('OFXHEADER:100\nCHARSET:1250\n\n<NAME>z³oty', 'latin1'))).toContain('złoty')
})

test('binary files are refused', () => {
  const bytes = Uint8Array.from({ length: 500 }, (_, n) => n % 32)
  expect(() => decodeText(bytes)).toThrow('This is not a text file')
})

test.each([
  ['windows-1251', 'Дата операции;Описание\n05.11.2026;Перевод от клиента, ООО «Пример»'],
  ['windows-1251', 'ДАТА;СУММА;ОПЛАТА ПО СЧЕТУ'],
  ['koi8-r', 'Дата операции;Описание\n05.11.2026;Перевод от клиента'],
  ['ibm866', 'Дата операции;Описание\n05.11.2026;Перевод от клиента'],
  ['windows-1253', 'Ημερομηνία;Περιγραφή;Υπόλοιπο\n05/11/2026;ΑΓΟΡΑ'],
  ['windows-1254', 'İşlem Tarihi;Açıklama\n05.11.2026;Havale gönderildi, ödeme ışık'],
  ['windows-1255', 'תאריך,תיאור,יתרה\n05/11/2026,העברה בנקאית'],
  ['windows-1256', 'التاريخ,البيان,الرصيد\n05/11/2026,تحويل بنكي'],
  ['windows-1257', 'Gavėjas;Mokėjimo paskirtis;Sąskaita už šildymą, įmoka'],
  ['shift_jis', '日付,摘要,お支払金額\n2026/11/05,ﾌﾘｺﾐ ｻﾝﾌﾟﾙ,NTT東日本 A社'],
  ['euc-jp', '日付,摘要,お支払金額,差引残高\n2026/11/05,給料'],
  ['gb18030', '交易日期,摘要,支出金额\n2026-11-05,转账 货款'],
  ['big5', '交易日期,摘要,支出,存入,餘額\n2026/11/05,轉帳'],
  ['euc-kr', '거래일시,적요,출금액,잔액\n2026-11-05,이체'],
  ['windows-1250', 'Datum;Částka;Zpráva pro příjemce\nPříští měsíc'],
  ['windows-1250', 'Könyvelés dátuma;Összeg;Közlemény őszi fűtés'],
])('%s is known by its letters: %s', (encoding, written) => {
  expect(decodeText(encodeText(written, encoding))).toBe(written)
})

test.each([
  'Gutschrift Müller, Grüße aus Köln',
  'don’t pay Joe’s café',
  'Libellé;Débit;Crédit\nPRÉLÈVEMENT À CRÉER',
  'Descripción;año;N.º 5',
  'Lønoverførsel, kjøp på nettet',
  'Það er maður á Íslandi',
  'für',
  'Škoda für 5,00 €',
])('Western text stays what it is: %s', (written) => {
  expect(decodeText(encodeText(written, 'windows-1252'))).toBe(written)
})
