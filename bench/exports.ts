import { type IncomingMessage, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadWhile } from './load.ts'
import { openBusiness } from './open-business.ts'
import { residentMb } from './process.ts'
import { seedManyTransactions } from './seed/seed-transactions.ts'
import { type Outcome, checkTargets } from './targets.ts'
import { withProduct } from './with-product.ts'

const rows = 100_000
const lists = ['invoices', 'transactions'] as const
/** Requests until the server has the memory of one that is in use. */
const warmUpRate = 40
const settleSeconds = 20

interface Measured {
  seconds: number
  megabytes: number
  /** Of memory, above that of the idle server. */
  aboveMb: number
}

/** Measures the memory of the server while it writes workbooks of large lists. */
export async function benchExports(): Promise<Outcome> {
  return withProduct(async ({ product, owner }) => {
    const pid = product.child.pid ?? 0
    const { cookie, business } = await openBusiness(product.url, owner, rows)
    await seedManyTransactions(owner, business.id, rows)
    await owner.query('vacuum (analyze) invoices, transactions, businesses')
    const headers = { cookie, origin: product.url }
    const target = { url: `${product.url}/api/v1/invoices`, pid, headers }
    await loadWhile(target, warmUpRate, sleep(8000))
    await sleep(settleSeconds * 1000)
    const measured: Record<string, Measured> = {}
    for (const list of lists) {
      const url = `${product.url}/api/v1/${list}/export?format=xlsx`
      measured[list] = await measureExport(url, { pid, headers })
      await sleep(settleSeconds * 1000)
    }
    return report(measured)
  })
}

async function measureExport(
  url: string,
  { pid, headers }: { pid: number; headers: Record<string, string> },
): Promise<Measured> {
  const idleMb = residentMb(pid)
  let highestMb = idleMb
  const look = setInterval(() => (highestMb = Math.max(highestMb, residentMb(pid))), 20)
  const began = performance.now()
  let bytes = 0
  try {
    for await (const chunk of await open(url, headers)) bytes += (chunk as Buffer).length
  } finally {
    clearInterval(look)
  }
  return {
    seconds: (performance.now() - began) / 1000,
    megabytes: bytes / 1024 ** 2,
    aboveMb: highestMb - idleMb,
  }
}

async function open(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers }, resolve).on('error', reject),
  )
  if (response.statusCode !== 200) throw new Error(`an export was refused: ${response.statusCode}`)
  return response
}

function report(measured: Record<string, Measured>): Outcome {
  const { labels, missed } = checkTargets(
    Object.fromEntries(
      Object.entries(measured).map(([list, { aboveMb }]) => [
        list,
        { value: aboveMb, unit: 'MB above idle', atMost: 60 },
      ]),
    ),
  )
  const lines = Object.entries(measured).map(
    ([list, { seconds, megabytes }]) =>
      `| ${list} | ${seconds.toFixed(1)} | ${megabytes.toFixed(1)} | ${labels[list]} |`,
  )
  const text = `
## Lists of ${rows} rows as workbooks

| list | s | MB of the file | memory |
| --- | ---: | ---: | --- |
${lines.join('\n')}
`
  return { text, missed }
}
