declare module 'virtual:help-index' {
  /** As MiniSearch writes it. */
  const index: string
  export default index
}
