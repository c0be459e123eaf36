// `assay/msw` for `require`, which Node can do with modules since 20.19.
module.exports = { createHandlers: require('./msw.js').createHandlers };
