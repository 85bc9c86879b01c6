import { runChaos } from './chaos.ts'

/** The long run: npm run chaos -- [rounds] [seed] */
const [rounds = '20', seed = String(Date.now() % 100_000)] = process.argv.slice(2)
console.log(`${rounds} rounds, seed ${seed}`)
const { acknowledged, problems } = await runChaos({
  rounds: Number(rounds),
  seed: Number(seed),
  report: console.log,
})
for (const problem of problems) console.error(problem)
console.log(`${acknowledged} sign-ups acknowledged, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
