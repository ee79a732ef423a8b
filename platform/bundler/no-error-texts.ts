// Replaces the error texts of the federation (webpack.ts), which are 0.5 kB in the shell and in each remote. The message still has the
// code of the error, and the address of the page that explains it.

export const runtimeDescMap = {}
export const typeDescMap = {}
export const buildDescMap = {}
export const errorDescMap = {}
