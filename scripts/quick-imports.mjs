import { registerHooks } from 'node:module'

const name = 'drizzle-orm'
const inside = `/node_modules/${name}/`
/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const found = new Map()

// For every import of or in a package, Node parses that package's list of exports anew. This one's is so long that it
// took half of the time of a start; each of its names is looked up once, and between its own files it says where they are.
registerHooks({
  resolve(specifier, context, next) {
    const { conditions, parentURL } = context
    if (!conditions.includes('import')) return next(specifier, context)
    if (specifier.startsWith('.') && parentURL?.includes(inside))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (specifier !== name && !specifier.startsWith(`${name}/`)) return next(specifier, context)
    const known = found.get(specifier)
    if (known) return { ...known, shortCircuit: true }
    const resolved = next(specifier, context)
    found.set(specifier, resolved)
    return resolved
  },
})
