# Reading problems and collections.

input-not-found = そのようなファイルはありません
input-permission = アクセス権がありません
input-directory = ファイルではなくディレクトリです
input-unreadable = 読めません（{ $error }）
