// Replaces the error texts of the federation (webpack.ts), which take 0.5 kB in the shell and in each remote. An error
// still has its code and the address of the page that explains it.

export const runtimeDescMap = {}
export const typeDescMap = {}
export const buildDescMap = {}
export const errorDescMap = {}
