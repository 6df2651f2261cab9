# Errors are said in English by the rules themselves; only what they do not say stands here.
