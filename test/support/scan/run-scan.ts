import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../../../src/platform/project-folder.ts'
import type { Endpoint } from '../../../src/shared/endpoint.ts'
import { startScanControl } from './control.ts'
import type { FailedRequest } from './proxy.ts'
import {
  type ScanTarget,
  addressOf,
  countMarks,
  makeTargets,
  markedRequest,
  readContract,
} from './targets.ts'
import { type Finding, knownFalse, runSqlmap, runWapiti, versionOf, wapitiModules } from './tools.ts'
import { type ScanWorld, type StatusCounts, startScanWorld } from './world.ts'

/**
 * npm run scan -- [minutes] [wapiti|sqlmap]: takes about this long, two fifths of it for wapiti; runs both or
 * only one.
 */
const minutes = Number(process.argv[2] ?? 15)
const onlyTool = process.argv[3]
const wapiti = process.env['SCAN_WAPITI'] ?? 'wapiti'
const sqlmap = process.env['SCAN_SQLMAP'] ?? 'sqlmap'
const atOnce = 3

interface Row {
  tool: string
  tried: string
  requests: string
  findings: Finding[]
  /** Findings that turned out to be false. */
  dismissed: string[]
  /** Why the result is incomplete. */
  missing: string[]
}

const folder = await mkdtemp(join(tmpdir(), 'millrace-scan-'))
await chmod(folder, 0o711)
const world = await startScanWorld()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void world.close().finally(() => process.exit(1)))
}
const rows: Row[] = []
try {
  const endpoints = await readContract()
  const targets = await makeTargets(endpoints, {
    findId: world.findId,
    probe: async (target) => (await send(target)).status,
  })
  rows.push(await control())
  if (onlyTool !== 'sqlmap') rows.push(await scanPages(endpoints, targets))
  if (onlyTool !== 'wapiti') rows.push(await scanInputs(targets))
} finally {
  await world.close()
}
for (const row of rows) print(row)
const isClean = rows.every(({ findings, missing }) => findings.length + missing.length === 0)
console.log(isClean ? 'Nothing was found.' : `What the scanners said is in ${folder}.`)
if (isClean) await rm(folder, { recursive: true })
process.exitCode = isClean ? 0 : 1

function print({ tool, tried, requests, findings, dismissed, missing }: Row) {
  console.log(`\n${tool}\n  tried:    ${tried}\n  requests: ${requests}`)
  console.log(`  findings: ${findings.length}`)
  for (const { what, where } of findings) console.log(`    ${what}: ${where}`)
  for (const line of dismissed) console.log(`  false:    ${line}`)
  for (const line of missing) console.log(`  missing:  ${line}`)
}

async function send(target: ScanTarget): Promise<Response> {
  const body = target.body === undefined ? {} : { body: JSON.stringify(target.body) }
  const response = await fetch(world.proxy.plain + addressOf(target), {
    method: target.method,
    headers: { 'content-type': 'application/json' },
    ...body,
  })
  await response.arrayBuffer()
  return response
}

/** Checks that both scanners find the faults of a vulnerable page. */
async function control(): Promise<Row> {
  const { host, close } = await startScanControl(world.database.app)
  try {
    const request = `GET /?search=a* HTTP/1.1\nHost: ${host}\n\n`
    const sqlmapOptions = { command: sqlmap, folder: join(folder, 'control-sqlmap') }
    const injected = await runSqlmap({ ...sqlmapOptions, request, name: 'control', seconds: 120 })
    const place2 = { command: wapiti, folder: join(folder, 'control-wapiti') }
    const start = { url: `http://${host}`, starts: ['/?search=a'], modules: 'sql,xss', seconds: 60 }
    const scanned = await runWapiti({ ...place2, ...start })
    const kinds = new Set(scanned.findings?.map(({ what }) => what))
    const missing = [
      ...(injected.findings.some(({ what }) => what === 'SQL injection')
        ? []
        : ['sqlmap found no injection']),
      ...(kinds.has('SQL Injection') && kinds.has('Cross Site Scripting') ? [] : ['wapiti found too little']),
    ]
    const tried = 'a page with an injection and a script in it: each has to find it'
    return { tool: 'control', tried, requests: '-', findings: [], dismissed: [], missing }
  } finally {
    await close()
  }
}

async function scanPages(endpoints: readonly Endpoint[], targets: readonly ScanTarget[]): Promise<Row> {
  const read = targets.filter(({ method, givesText }) => method === 'GET' && givesText).map(addressOf)
  const plain = endpoints
    .filter(({ method, path, givesFile }) => method === 'get' && !path.includes('{') && !givesFile)
    .map(({ path }) => path)
  const pages = await pagePaths()
  const starts = [...new Set([...pages, ...plain, ...read])]
  const before = await world.readStatuses()
  world.proxy.take()
  const seconds = minutes * 60 * 0.4
  const options = {
    command: wapiti,
    folder: join(folder, 'wapiti'),
    url: world.proxy.origin,
    starts,
    seconds,
  }
  const { findings: found, output, isCutShort } = await runWapiti(options)
  const { findings, dismissed } = await dismissFalse(found ?? [])
  await writeFile(join(folder, 'wapiti', 'output'), output)
  const { failed, ...rest } = world.proxy.take()
  const cut = output.match(/Max attack time was reached for module (\w+)/g) ?? []
  return {
    tool: `wapiti ${await versionOf(wapiti, folder)}`,
    tried: `${pages.length} pages, ${starts.length - pages.length} addresses of the API; ${wapitiModules}`,
    requests: describe(before, await world.readStatuses(), rest),
    findings: [...findings, ...asFindings(failed)],
    dismissed,
    missing: [
      ...(found ? [] : ['wapiti wrote no report']),
      ...(isCutShort ? ['wapiti did not end by itself'] : []),
      ...lostIn(rest),
      ...cut,
    ],
  }
}

/**
 * A page with an id in its URL is the same empty document for every id. It calls the API, which responds that
 * nothing exists. A scanner mistakes the document for a copy of a forgotten file.
 */
async function dismissFalse(found: readonly Finding[]): Promise<Pick<Row, 'findings' | 'dismissed'>> {
  const empty = await readPage('/dashboard')
  const findings: Finding[] = []
  let copies = 0
  let headers = 0
  for (const finding of found) {
    if (finding.where.endsWith(knownFalse)) headers += 1
    else if (finding.what === 'Backup file' && (await readPage(finding.path ?? '')) === empty) copies += 1
    else findings.push(finding)
  }
  const dismissed = [
    ...(headers > 0 ? [`${knownFalse} (browsers have given it up; the policy is what counts)`] : []),
    ...(copies > 0 ? [`${copies} copies of files, each of which is the empty page of the app`] : []),
  ]
  return { findings, dismissed }
}

async function readPage(path: string): Promise<string> {
  const response = await fetch(world.proxy.plain + path)
  return response.text()
}

/** The pages, with ids of existing rows. */
async function pagePaths(): Promise<string[]> {
  const file = join(projectFolder, 'dist/web/routes.json')
  const { pages } = JSON.parse(readFileSync(file, 'utf8')) as { pages: { pattern: string }[] }
  const id = await world.findId('invoices')
  return pages.map(({ pattern }) => pattern.replaceAll(/[:$]\w+/g, id)).filter((path) => !path.includes('*'))
}

async function scanInputs(targets: readonly ScanTarget[]): Promise<Row> {
  const host = new URL(world.proxy.plain).host
  const requests = targets.map((target) => ({ name: target.name, request: markedRequest(target, host) }))
  const taking = requests.filter(({ request }) => countMarks(request) > 0)
  const marked = [...taking, { name: 'headers', request: headersRequest(host) }]
  const before = await world.readStatuses()
  world.proxy.take()
  const findings: Finding[] = []
  const missing: string[] = []
  const end = Date.now() + minutes * 60 * 600
  const waiting = [...marked.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [n, { name, request }] = next
      const seconds = Math.ceil((end - Date.now()) / 1000)
      if (seconds < 5) {
        missing.push(`${name}: no time was left`)
        continue
      }
      const sqlmapOptions = { command: sqlmap, folder: join(folder, `sqlmap-${n}`) }
      const run = await runSqlmap({ ...sqlmapOptions, request, name, seconds })
      await writeFile(join(sqlmapOptions.folder, 'output'), run.output)
      findings.push(...run.findings)
      if (run.isCutShort) missing.push(`${name}: cut short after ${seconds} s`)
      else if (!run.isDone) missing.push(`${name}: was not tested`)
      console.log(`${marked.length - waiting.length}/${marked.length} ${name}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const { failed, ...rest } = world.proxy.take()
  const values = marked.reduce((sum, { request }) => sum + countMarks(request), 0)
  return {
    tool: `sqlmap ${await versionOf(sqlmap, folder)}`,
    tried: `${values} values in ${marked.length} requests of ${new Set(taking.map(({ name }) => name)).size} endpoints; level 2, risk 1`,
    requests: describe(before, await world.readStatuses(), rest),
    findings: [...findings, ...asFindings(failed)],
    dismissed: [],
    missing: [...missing, ...lostIn(rest)],
  }
}

/** A request with marks in the headers. */
function headersRequest(host: string): string {
  const { name, value } = world.session
  return [
    'GET /api/v1/invoices HTTP/1.1',
    `Host: ${host}`,
    `Cookie: ${name}=${value}*`,
    'User-Agent: scan*',
    'Referer: https://example.com/*',
    'Accept-Language: en*',
    'X-Request-Id: 1*',
    '\n',
  ].join('\n')
}

function asFindings(failed: readonly FailedRequest[]): Finding[] {
  return failed.map(({ request, status }) => ({
    what: `answered with ${status}`,
    where: request.slice(0, 500),
  }))
}

type Counts = Omit<ReturnType<ScanWorld['proxy']['take']>, 'failed'>

/** Formats the product's own counts, and how many requests a limit refused even after it was reset. */
function describe(before: StatusCounts, after: StatusCounts, { limited }: Counts): string {
  const added = [...after]
    .map(([status, count]) => [status, count - (before.get(status) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .toSorted(([one], [other]) => one.localeCompare(other))
  const total = added.reduce((sum, [, count]) => sum + count, 0)
  const parts = added.map(([status, count]) => `${status}: ${count}`).join(', ')
  return `${total} (${parts}); hidden by a limit: ${limited}`
}

function lostIn({ limited, lost }: Counts): string[] {
  return [
    ...(limited > 0 ? [`${limited} requests were refused by a limit`] : []),
    ...(lost > 0 ? [`${lost} requests were lost on the way`] : []),
  ]
}
