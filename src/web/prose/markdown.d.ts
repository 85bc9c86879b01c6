declare module '*.md' {
  const prose: import('./prose.ts').Prose
  export default prose
}
