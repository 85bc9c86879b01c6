import { spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { programEnv } from '../product.ts'

export interface ScannerRun {
  output: string
  /** Whether it was still running when its time was over. */
  isCutShort: boolean
}

function asArguments(options: Record<string, string | number | true>): string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === true ? [name] : [name, String(value)]))
}

/** Runs a scanner for at most this long. */
export async function runScanner(
  command: string,
  args: readonly string[],
  { folder, seconds }: { folder: string; seconds: number },
): Promise<ScannerRun> {
  // So that it reads nothing from other runs and leaves nothing in the home folder.
  const env = { ...programEnv({}), HOME: folder, PYTHONUNBUFFERED: '1' }
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  let isCutShort = false
  const timer = setTimeout(() => {
    isCutShort = true
    child.kill('SIGKILL')
  }, seconds * 1000)
  await new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', (error) => {
      output += error.message
      resolve()
    })
  })
  clearTimeout(timer)
  return { output, isCutShort }
}

export async function versionOf(command: string, folder: string): Promise<string> {
  const { output } = await runScanner(command, ['--version'], { folder, seconds: 60 })
  return /\d+\.\d+(\.\d+)?/.exec(output.replaceAll(/wapiti.sourceforge.io/g, ''))?.[0] ?? 'unknown'
}

/**
 * All modules of wapiti except those that need a server on the internet (ssrf, xxe) or download their lists
 * (nikto, wapp); buster, which requests 31,545 names and cannot be ended without losing the report; and
 * brute_login_form, since no form works without scripts.
 */
export const wapitiModules =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

export interface WapitiOptions {
  command: string
  folder: string
  /** The start of the site. */
  url: string
  starts: readonly string[]
  seconds: number
  modules?: string
}

export interface Finding {
  what: string
  where: string
  /** Only the path, for a finding about a page. */
  path?: string
}

/**
 * Reported for every site that follows current advice: browsers have dropped this header, and it caused
 * vulnerabilities itself.
 */
export const knownFalse = 'X-XSS-Protection is not set'

export async function runWapiti(options: WapitiOptions) {
  const { command, folder, url, starts, seconds, modules = wapitiModules } = options
  await mkdir(folder, { recursive: true })
  const report = join(folder, 'wapiti.json')
  const args = asArguments({
    '-u': `${url}/`,
    '--scope': 'domain',
    '--flush-session': true,
    '--verify-ssl': 0,
    '--no-bugreport': true,
    '--store-session': join(folder, 'session'),
    '--store-config': join(folder, 'config'),
    '-m': modules,
    '-d': 5,
    '-S': 'normal',
    '-t': 20,
    '--max-scan-time': Math.floor(seconds * 0.2),
    // The limit of one module; most finish long before.
    '--max-attack-time': Math.floor(seconds * 0.25),
    '-f': 'json',
    '-o': report,
  })
  args.push(...starts.flatMap((start) => ['-s', `${url}${start}`]))
  const run = await runScanner(command, args, { folder, seconds: seconds + 120 })
  return { ...run, findings: await readReport(report) }
}

interface Report {
  vulnerabilities: Record<string, { method: string; path: string; info: string }[]>
  anomalies: Record<string, { method: string; path: string; info: string }[]>
}

/** Returns undefined if no report was written. */
async function readReport(file: string): Promise<Finding[] | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { vulnerabilities, anomalies } = JSON.parse(text) as Report
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([what, found]) =>
    found.map(({ method, path, info }) => ({ what, path, where: `${method} ${path}: ${info}` })),
  )
}

export interface SqlmapOptions {
  command: string
  folder: string
  /** The raw request, with marks where sqlmap inserts its payloads. */
  request: string
  name: string
  seconds: number
}

const ignored = '400,401,403,404,405,409,410,413,415,422,429,501'

export async function runSqlmap({ command, folder, request, name, seconds }: SqlmapOptions) {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'request')
  await writeFile(file, request)
  const args = asArguments({
    '-r': file,
    '--ignore-stdin': true,
    '--batch': true,
    '--flush-session': true,
    '--level': 2,
    '--risk': 1,
    '--dbms': 'PostgreSQL',
    '--time-sec': 2,
    '--timeout': 20,
    '--retries': 1,
    '--ignore-code': ignored,
    '--drop-set-cookie': true,
    '--ignore-redirects': true,
    '--skip-waf': true,
    '--disable-coloring': true,
    '--output-dir': join(folder, 'out'),
  })
  const run = await runScanner(command, args, { folder, seconds })
  return { ...run, ...readSqlmap(run.output, name) }
}

/** Reads the conclusion: found something, found nothing, or did not finish. */
function readSqlmap(output: string, name: string) {
  const injections = [...output.matchAll(/^Parameter: (.*)$/gm)].map(([, parameter = '']) => ({
    what: 'SQL injection',
    where: `${name}: ${parameter}`,
  }))
  const hints = [...output.matchAll(/heuristic .* (?:shows|might).*/g)]
    .map(([line]) => line)
    .filter((line) => !line.includes('might not be'))
  const isDone = injections.length > 0 || output.includes('do not appear to be injectable')
  const findings: Finding[] = [...injections, ...hints.map((what) => ({ what, where: name }))]
  return { findings, isDone }
}
