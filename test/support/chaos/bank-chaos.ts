import type { BankingDeps } from '../../../src/features/banking/banking-deps.ts'
import { disconnectBank } from '../../../src/features/banking/end/disconnect-bank.ts'
import { endAccess } from '../../../src/features/banking/end/end-access.ts'
import { syncConnection } from '../../../src/features/banking/sync/sync-connection.ts'
import { type BankProblem, BankProviderError } from '../../../src/platform/banks/bank-provider.ts'
import { addOwner, connectBank } from '../providers/connected-bank.ts'
import { randomFrom } from '../random.ts'
import type { TestApp } from '../test-app.ts'
import { createModelBank } from './bank-bank.ts'
import { checkOwner, compareRows, readRows } from './bank-checks.ts'
import { createChaosOwner } from './bank-owner.ts'
import { createInterleaving } from './interleaving.ts'

const problems: readonly BankProblem[] = ['later', 'restart', 'refused', 'keys']

/**
 * Up to three processes at once sync one bank page by page while it changes: responses fail before and after
 * they were created, arrive late and are invalidated by changes, and a process may die between any two
 * statements. Meanwhile the owner sets categories and creates and deletes rules. At the end one process syncs
 * undisturbed, and every row must be the same as in a clean sync of another business. Then the bank is
 * disconnected and connected again, with as many failures. Returns the differences.
 */
export async function runBankChaos({ app, seed }: { app: TestApp; seed: number }): Promise<string[]> {
  const random = randomFrom(seed)
  const upTo = (max: number) => 1 + Math.floor(random() * max)
  const reporting = random() < 0.5 ? 'net' : 'log'
  const bank = createModelBank({ random, reporting })
  const identity = await addOwner(app.database)
  let trouble = 0.04
  const play = await createInterleaving({ url: app.url, random, crashChance: () => trouble / 2 })
  const database = play.gateDatabase(app.database)

  async function step(): Promise<void> {
    await play.step()
    const failure = random() < trouble ? problems[upTo(problems.length) - 1] : undefined
    if (failure) throw new BankProviderError(failure, 'CHAOS', 'The bank is in trouble.')
  }

  const begun = Date.now()
  let looks = 0
  const base: BankingDeps = { ...app.deps, now: () => new Date(begun + (looks += 1)) }
  const size = upTo(6)
  const calm: BankingDeps = { ...base, demoBank: bank.connect(size, async () => undefined) }
  const deps: BankingDeps = { ...base, database, demoBank: bank.connect(size, step) }
  const connected = await connectBank(calm, identity)
  const owner = createChaosOwner(deps, identity, random)

  // A bank that reports the current state, rather than changes, must be read in complete sync batches.
  const maxPages = () => (reporting === 'net' ? 1000 : upTo(4))
  const fetchNew = () => syncConnection(deps, connected.ref, { maxPages: maxPages() })
  const acts: (() => Promise<unknown>)[] = [
    owner.choose,
    owner.choose,
    owner.readIds,
    owner.makeRule,
    owner.undoRule,
  ]

  async function livesOn(): Promise<void> {
    for (let changes = upTo(8); changes > 0; changes--) {
      await play.step()
      bank.live()
    }
  }

  async function compare(): Promise<string[]> {
    const other = await connectBank(calm, await addOwner(app.database))
    await syncConnection(calm, other.ref)
    const [rows, clean] = [await connected.tenant(readRows), await other.tenant(readRows)]
    return [...compareRows(rows, clean, bank), ...checkOwner(rows, owner, bank)]
  }

  async function inTrouble(rounds: number, alsoHappens: () => void): Promise<void> {
    for (; rounds > 0; rounds--) {
      for (let workers = upTo(3); workers > 0; workers--) play.spawn(fetchNew)
      alsoHappens()
      await play.run()
    }
  }

  /** Syncs undisturbed: first completes what was started, then reads what is new since. */
  async function syncUndisturbed(): Promise<void> {
    const { state } = await connected.row()
    if (state !== 'connected') throw new Error(`the connection is ${state}`)
    for (let times = 2; times > 0; times--) {
      await syncConnection(calm, connected.ref, { maxPages: maxPages() })
    }
    const { problem } = await connected.row()
    if (problem !== null) throw new Error(`in peace: ${problem}`)
  }

  try {
    for (let changes = upTo(25); changes > 0; changes--) bank.live()
    await inTrouble(upTo(4), () => {
      if (random() < 0.8) play.spawn(livesOn)
      for (let count = upTo(3); count > 0; count--)
        play.spawn(async () => void (await acts[upTo(acts.length) - 1]!()))
    })
    await syncUndisturbed()
    await owner.readIds()
    const found = await compare()
    if (found.length > 0 || play.failures.length > 0) return [...found, ...play.failures.map(String)]
    const before = await connected.transactions()
    await syncConnection(calm, connected.ref)
    if (JSON.stringify(await connected.transactions()) !== JSON.stringify(before))
      return ['another sync without news changed something']

    await disconnectBank(calm, identity, connected.ref.connectionId)
    await endAccess(calm, connected.ref)
    await connectBank(calm, identity)
    await inTrouble(upTo(2), () => play.spawn(owner.choose))
    await syncUndisturbed()
    const kept = new Set((await connected.transactions()).map(({ id }) => id))
    const lost = before.filter(({ id, status }) => status === 'posted' && !kept.has(id))
    return [
      ...(await compare()),
      ...lost.map(({ providerId }) => `${providerId} was not taken up again`),
      ...play.failures.map(String),
    ]
  } finally {
    trouble = 0
    await play.close()
  }
}
