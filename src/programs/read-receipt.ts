import { readFile } from 'node:fs/promises'
import { readReceiptFile } from '../features/receipts/reading/read-receipt-file.ts'
import type { Found, ReceiptReading } from '../features/receipts/reading/reading.ts'

/** `npm run read-receipt -- FILE…` prints what it reads from each file as a line of JSON. */
const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('Name the files to read: npm run read-receipt -- receipt.jpg invoice.pdf')
  process.exitCode = 1
}
for (const file of files) console.log(JSON.stringify({ file, ...(await read(file)) }))

async function read(file: string) {
  const reading = await readFile(file)
    .then((bytes) => readReceiptFile(bytes))
    .catch((error: unknown) => {
      console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
      process.exitCode = 1
      return undefined
    })
  const field = (name: keyof Omit<ReceiptReading, 'items' | 'text'>) => toField(reading?.[name])
  return {
    merchant: field('merchant'),
    date: field('date'),
    total: field('total'),
    tax: field('tax'),
    currency: field('currency'),
  }
}

function toField(found: Found<string> | null | undefined) {
  return found ? { value: found.value, confidence: Math.round(found.confidence * 1000) / 1000 } : null
}
