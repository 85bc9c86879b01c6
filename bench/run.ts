import { benchInvoices } from './invoices.ts'

/** npm run bench -- [names]: every part when none is named. */
const parts: Record<string, () => Promise<string>> = { invoices: benchInvoices }

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: choose from ${Object.keys(parts).join(', ')}.`)
  process.exitCode = 1
} else {
  for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) console.log(await parts[name]?.())
}
