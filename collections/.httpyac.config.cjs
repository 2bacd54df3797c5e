// httpYac knows a named request as its body; these files read it as the REST Client does.
const reference = /\{\{(\w+)\.response\.body\.(?:\*|\$\.([\w.]+))\}\}/g

module.exports = {
  configureHooks: ({ hooks }) => {
    hooks.replaceVariable.addHook('restClientNames', (text, _type, { variables }) =>
      typeof text !== 'string'
        ? text
        : text.replace(reference, (whole, name, path) => (path === undefined
          ? variables[`${name}Response`]?.body
          : valueIn(variables[name], path)) ?? whole),
    { before: ['javascript'] })
  }
}

function valueIn (body, path) {
  return path.split('.').reduce((value, member) => value?.[member], body)
}
