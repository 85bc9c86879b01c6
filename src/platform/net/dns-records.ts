import { Resolver } from 'node:dns/promises'

/** What is published under a name. An empty list when there is nothing; throws `DnsSilence` when nobody answers. */
export interface DnsRecords {
  mx(name: string): Promise<{ exchange: string; priority: number }[]>
  /** Each record as one text, its pieces put together. */
  txt(name: string): Promise<string[]>
}

export class DnsSilence extends Error {
  override readonly name = 'DnsSilence'
}

interface DnsOptions {
  /** The machine's own when left out. */
  servers?: readonly string[]
  timeoutMs?: number
}

/** The last of them: no name can be like this, so nothing is published under it. */
const nothing = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME'])

export function createDnsRecords({ servers, timeoutMs = 2500 }: DnsOptions = {}): DnsRecords {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  return {
    mx: (name) =>
      orNothing(async () =>
        (await resolver.resolveMx(name)).map(({ exchange, priority }) => ({ exchange, priority })),
      ),
    txt: (name) => orNothing(async () => (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))),
  }
}

async function orNothing<T>(ask: () => Promise<T[]>): Promise<T[]> {
  try {
    return await ask()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (nothing.has(code)) return []
    throw new DnsSilence('The name servers did not answer.', { cause: error })
  }
}
