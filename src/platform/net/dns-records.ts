import { Resolver } from 'node:dns/promises'

/** Returns an empty list without records; throws `DnsUnavailable` if no name server answers. */
export interface DnsRecords {
  mx(name: string): Promise<{ exchange: string; priority: number }[]>
  /** Each record as one string, with its parts joined. */
  txt(name: string): Promise<string[]>
}

export class DnsUnavailable extends Error {
  override readonly name = 'DnsUnavailable'
}

interface DnsOptions {
  /** The default is the system's name servers. */
  servers?: readonly string[]
  timeoutMs?: number
}

/** EBADNAME: such a name cannot exist, so it has no records. */
const noRecords = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME'])

export function createDnsRecords({ servers, timeoutMs = 2500 }: DnsOptions = {}): DnsRecords {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  return {
    mx: (name) =>
      orEmpty(async () =>
        (await resolver.resolveMx(name)).map(({ exchange, priority }) => ({ exchange, priority })),
      ),
    txt: (name) => orEmpty(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
  }
}

async function orEmpty<T>(query: () => Promise<T[]>): Promise<T[]> {
  try {
    return await query()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (noRecords.has(code)) return []
    throw new DnsUnavailable('The name servers didn’t answer.', { cause: error })
  }
}
